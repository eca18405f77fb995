import { Button, Empty, Result, Skeleton } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../dataProvider/errors.ts'
import { loadingDelay } from '../../../dataProvider/constants.ts'
import { PartError } from './lazy-part.ts'
import { RequestId } from './RequestId.tsx'

/** A placeholder that fast answers never show (specification §9). */
export function Loading({ rows = 6 }: { rows?: number }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), loadingDelay)
    return () => clearTimeout(timer)
  }, [])
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy="true" aria-label={t('loading')} className="skz-loading">
      {late && <Skeleton active paragraph={{ rows }} />}
    </div>
  )
}

/** What went wrong, its request id, and a way on. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const { t } = useTranslation()
  const e = error instanceof ApiError ? error : undefined
  const part = error instanceof PartError ? t(`part.${error.kind}`) : undefined
  const missing = e?.code === 'not-found'
  return (
    <Result
      status={missing ? '404' : 'warning'}
      title={e?.message ?? part ?? t('requestError')}
      subTitle={e?.requestId && !missing ? <RequestId id={e.requestId} /> : undefined}
      extra={
        retry && !missing ? (
          <Button type="primary" onClick={retry}>
            {t('retry')}
          </Button>
        ) : undefined
      }
    />
  )
}

export function Nothing({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text}>
      {children}
    </Empty>
  )
}
