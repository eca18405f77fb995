import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { storageCalls } from '../../contract/evidence/storage.ts'
import { Card } from '../kit/page/Card.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { formatSize } from '../kit/plain/format.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import { useRead } from '../kit/resource/useCall.ts'

/** How much the account stores and has sent unused, and how much it may; for whoever manages it. */
export function StorageCard() {
  const { bean } = useConsole()
  return bean.rights.includes('account.manage') ? <Usage /> : null
}

function Usage() {
  const { t } = useTranslation(['evidence'])
  const { data, error, refetch } = useRead(storageCalls.usage, {}, { staleTime: 0 })
  return (
    <Card title={t('storage.title')}>
      <p className="skz-lead">{t('storage.lead')}</p>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <>
          <Bar label={t('storage.stored')} taken={data.stored} limit={data.storedLimit} />
          <Bar label={t('storage.unfinished')} taken={data.unfinished} limit={data.unfinishedLimit} />
        </>
      ) : (
        <Loading rows={2} />
      )}
    </Card>
  )
}

function Bar({ label, taken, limit }: { label: string; taken: number; limit: number }) {
  const { t } = useTranslation(['evidence'])
  const amount = t('storage.of', { taken: formatSize(taken), limit: formatSize(limit) })
  return (
    <div className="skz-gap">
      <div className="skz-card-head">
        <span>{label}</span>
        <span className="skz-muted">{amount}</span>
      </div>
      <Progress
        percent={Math.min(100, (taken / limit) * 100)}
        showInfo={false}
        status={taken >= limit ? 'exception' : 'normal'}
        aria-label={`${label}: ${amount}`}
      />
    </div>
  )
}
