import { Alert, Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { integrityCalls, type IntegrityFinding, type IntegrityRun } from '../../contract/trust/integrity.ts'
import { formatInstant, formatNumber } from '../kit/format.ts'
import { Failed, Loading, Nothing } from '../kit/Panels.tsx'
import { SmallTable } from '../kit/SmallTable.tsx'
import { useRead } from '../kit/useCall.ts'

const pageSize = 20

/** What does not fit: which, where, and what it should be. */
export function IntegrityFindings({ row }: { row: IntegrityRun }) {
  const { t } = useTranslation(['operator'])
  const [pageNum, setPage] = useState(1)
  const { data, error, refetch } = useRead(integrityCalls.findings, { params: { id: row.id }, query: { pageNum, pageSize } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!data.total) return <Nothing text={t(row.runState === 'running' ? 'operator:integrity.wait' : 'operator:integrity.none')} />
  const code = (text: string) => (text ? <code className="skz-break">{text}</code> : '-')
  const column = (key: string, title: string, width: number, render: (f: IntegrityFinding) => ReactNode) => ({ key, title, width, render })
  return (
    <>
      <Alert type="warning" showIcon title={t('operator:integrity.next')} />
      <SmallTable
        caption={t('operator:integrity.findings')} rows={data.list} keyOf={(f) => f.id}
        columns={[
          column('what', t('operator:integrity.what'), 200, (f) => t(`operator:choice.what.${f.what}`)),
          column('place', t('operator:integrity.place'), 220, (f) => code(f.place)),
          column('ano', t('operator:integrity.ano'), 170, (f) => f.ano ?? '-'),
          column('expected', t('operator:integrity.expected'), 220, (f) => code(f.expected)),
          column('found', t('operator:integrity.foundIs'), 220, (f) => code(f.found)),
          column('at', t('operator:integrity.at'), 176, (f) => <time dateTime={f.at}>{formatInstant(f.at)}</time>),
        ]}
      />
      {row.findings > data.total && <p>{t('operator:integrity.more', { shown: formatNumber(data.total, 0), count: row.findings })}</p>}
      <Pagination className="skz-pages" simple current={pageNum} pageSize={pageSize} total={data.total} showSizeChanger={false} hideOnSinglePage onChange={setPage} />
    </>
  )
}
