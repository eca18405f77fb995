import { Progress } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Batch, batchCalls } from '../../contract/captures/batch.ts'
import { Card } from '../kit/page/Card.tsx'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { formatInstant } from '../kit/plain/format.ts'

const pageSize = 10
/** Most have one page. */
const BatchPages = lazyPart(async () => (await import('./BatchPages.tsx')).BatchPages)

/** Batches that were started, newest first, each with how far it is. */
export function Batches() {
  const { t } = useTranslation(['console'])
  const [pageNum, setPage] = useState(1)
  useLiveRefresh(batchCalls.batches, 'evidence')
  // How many there are is told by every page: the way to others stays while another one comes.
  const { data: first } = useRead(batchCalls.batches, { query: { pageNum: 1, pageSize } })
  return (
    <Card title={t('batch.title')}>
      <BatchPage pageNum={pageNum} />
      {first && first.total > pageSize && (
        <Suspense fallback={null}>
          <BatchPages current={pageNum} pageSize={pageSize} total={first.total} onChange={setPage} />
        </Suspense>
      )}
    </Card>
  )
}

function BatchPage({ pageNum }: { pageNum: number }) {
  const { t } = useTranslation(['console'])
  const { data, isPending, error, refetch } = useRead(batchCalls.batches, { query: { pageNum, pageSize } })
  if (isPending) return <Loading rows={3} />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (data.list.length === 0) return <Nothing text={t('batch.none')} />
  return (
    <ul className="skz-recent">
      {data.list.map((batch) => (
        <BatchRow key={batch.id} batch={batch} />
      ))}
    </ul>
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
