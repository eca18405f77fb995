import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../contract/kit/call.ts'
import { copiesADay, type DataCopy, dataCopyCalls } from '../../contract/data-rights/copies.ts'
import { addDay } from '../../contract/kit/time.ts'
import { Card } from '../kit/page/Card.tsx'
import { useByteLink } from '../kit/resource/useByteLink.ts'
import { formatInstant, formatSize } from '../kit/plain/format.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { StatusTag } from '../kit/page/StatusTag.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'

const AskCopy = lazyDialog(async () => (await import('./AskCopy.tsx')).AskCopy)

const tones = { WAITING: 'active', READY: 'good', FAILED: 'bad', EXPIRED: 'neutral' } as const
/** For those whose console hears no events. */
const lookEvery = 5_000

const isMaking = (copies: DataCopy[] = []) => copies.some((c) => c.state === 'WAITING')

/** Copies of one's data, kept fresh while one is being made. */
export function CopyCard() {
  const { t } = useTranslation(['data-rights'])
  const [asking, setAsking] = useState(false)
  const [now] = useState(() => Date.now())
  const { data, error, refetch } = useRead(
    dataCopyCalls.list,
    {},
    { staleTime: 0, every: (last) => isMaking(last?.list) && lookEvery },
  )
  useLiveRefresh(dataCopyCalls.list, 'dataCopies')
  const copies = data?.list ?? []
  const waiting = isMaking(copies)
  const today = copies.filter((c) => now < addDay(Date.parse(c.askedAt))).length
  return (
    <Card
      title={t('data-rights:copy.title')}
      extra={
        <Button type="primary" disabled={!data || waiting || today >= copiesADay} onClick={() => setAsking(true)}>
          {t('data-rights:copy.ask')}
        </Button>
      }
    >
      <p className="skz-lead">{t('data-rights:copy.lead')}</p>
      <p className="skz-lead">{t('data-rights:copy.without')}</p>
      {today >= copiesADay && <p>{t('data-rights:copy.limit', { count: copiesADay })}</p>}
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={2} />
      ) : copies.length ? (
        <ul className="skz-sessions" aria-label={t('data-rights:copy.list')}>
          {copies.map((copy) => (
            <Copy key={copy.id} copy={copy} />
          ))}
        </ul>
      ) : (
        <p>{t('data-rights:copy.none')}</p>
      )}
      <Suspense fallback={null}>
        {asking && <AskCopy onClose={() => setAsking(false)} onAsked={() => (setAsking(false), void refetch())} />}
      </Suspense>
    </Card>
  )
}

function Copy({ copy: { id, state, size, askedAt, until } }: { copy: DataCopy }) {
  const { t } = useTranslation(['data-rights'])
  const link = useByteLink()
  const at = formatInstant(askedAt)
  return (
    <li>
      <div>
        <strong className="skz-number">{at}</strong>{' '}
        <StatusTag tone={tones[state]}>{t(`data-rights:copy.state.${state}`)}</StatusTag>
        {state === 'READY' && (
          <p className="skz-lead">
            {formatSize(size)} · {t('data-rights:copy.until', { until: formatInstant(until) })}
          </p>
        )}
      </div>
      {state === 'READY' && (
        <Button
          href={link(pathOf(dataCopyCalls.download, { id }))}
          aria-label={t('data-rights:copy.downloadNamed', { at })}
        >
          {t('data-rights:copy.download')}
        </Button>
      )}
    </li>
  )
}
