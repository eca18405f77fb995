import { Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Batch, batchCalls } from '../../contract/captures/batch.ts'
import { Card } from '../kit/page/Card.tsx'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { formatInstant } from '../kit/plain/format.ts'

/** Batches that were started, newest first, each with how far it is. */
export function Batches() {
  const { t } = useTranslation(['console'])
  useLiveRefresh(batchCalls.batches, 'evidence')
  const { data, isPending, error, refetch } = useRead(batchCalls.batches, { query: { pageSize: 10 } })
  return (
    <Card title={t('batch.title')}>
      {isPending ? (
        <Loading rows={3} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data.list.length === 0 ? (
        <Nothing text={t('batch.none')} />
      ) : (
        <ul className="skz-recent">
          {data.list.map((batch) => (
            <BatchRow key={batch.id} batch={batch} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function BatchRow({ batch: b }: { batch: Batch }) {
  const { t } = useTranslation(['console'])
  const ended = b.count ? Math.round(((b.done + b.failed) * 100) / b.count) : 0
  return (
    <li>
      <span className="skz-two-lines">
        <Link to={`/onlineForensics/url?batchId=${b.batchId}`}>{b.name}</Link>
        <small>
          {formatInstant(b.date)} · {b.operator}
        </small>
      </span>
      <span className="skz-state">
        <Progress
          percent={ended}
          size="small"
          showInfo={false}
          status={b.failed ? 'exception' : b.waiting ? 'active' : 'success'}
          aria-label={t('batch.progress', { name: b.name })}
        />
        <small>{t('batch.counts', { done: b.done, failed: b.failed, waiting: b.waiting })}</small>
      </span>
    </li>
  )
}
