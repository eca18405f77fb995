import { Alert, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { integrityCalls, type IntegrityRun } from '../../../contract/trust/integrity.ts'
import { formatInstant, formatNumber } from '../../kit/plain/format.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { FactCards } from './FactCards.tsx'

const pageSize = 20

/** What does not fit: which, where, and what it should be. */
export function IntegrityFindings({ row }: { row: IntegrityRun }) {
  const { t } = useTranslation(['operator'])
  const [pageNum, setPage] = useState(1)
  const { data, error, refetch } = useRead(
    integrityCalls.findings,
    { params: { id: row.id }, query: { pageNum, pageSize } },
    { staleTime: 0 },
  )
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!data.total)
    return <Nothing text={t(row.runState === 'running' ? 'operator:integrity.wait' : 'operator:integrity.none')} />
  const code = (text: string) => <code className="skz-break">{text || '-'}</code>
  const cards = data.list.map((f) => ({
    id: f.id,
    title: t(`operator:choice.what.${f.what}`),
    facts: [
      ...(f.ano ? [[t('operator:integrity.ano'), f.ano] as const] : []),
      [t('operator:integrity.place'), code(f.place)],
      [t('operator:integrity.expected'), code(f.expected)],
      [t('operator:integrity.foundIs'), code(f.found)],
      [t('operator:integrity.at'), formatInstant(f.at)],
    ] as const,
  }))
  return (
    <div className="skz-run">
      <Alert type="warning" showIcon title={t('operator:integrity.next')} />
      <FactCards label={t('operator:integrity.findings')} cards={cards} />
      {row.findings > data.total && (
        <p>{t('operator:integrity.more', { shown: formatNumber(data.total, 0), count: row.findings })}</p>
      )}
      <Pagination
        className="skz-pages"
        simple
        current={pageNum}
        pageSize={pageSize}
        total={data.total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={setPage}
      />
    </div>
  )
}
