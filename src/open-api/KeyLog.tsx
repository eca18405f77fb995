import { Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiKey, type KeyCall, keyCalls, logDays } from '../../contract/open-api/keys.ts'
import { formatInstant, formatNumber } from '../kit/plain/format.ts'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { SmallTable } from '../kit/page/SmallTable.tsx'
import { useRead } from '../kit/resource/useCall.ts'

const pageSize = 20

/** In words where there are some, and always by its code, for whoever reads the program. */
function Result({ code }: { code: string }) {
  const { t, i18n } = useTranslation(['open-api'])
  const key = `open-api:log.results.${code}`
  return (
    <div className="skz-state">
      {i18n.exists(key) && t(key as 'open-api:log.results.ok')}
      <small>
        <code>{code}</code>
      </small>
    </div>
  )
}

/** What was asked with a key and how that ended, newest first. */
export function KeyLog({ row }: { row: ApiKey }) {
  const { t } = useTranslation(['common', 'open-api'])
  const [pageNum, setPage] = useState(1)
  const { data, error, refetch } = useRead(
    keyCalls.log,
    { params: { id: row.id }, query: { pageNum, pageSize } },
    { staleTime: 0 },
  )
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!data.total) return <Nothing text={t('open-api:log.empty')} />
  const column = (key: Exclude<keyof KeyCall, 'id'>, width: number, render: (call: KeyCall) => ReactNode) => ({
    key,
    width,
    title: t(`open-api:log.${key}`),
    render,
  })
  return (
    <>
      <p className="skz-lead">{t('open-api:log.lead', { days: logDays })}</p>
      <SmallTable
        caption={t('open-api:log.caption')}
        rows={data.list}
        keyOf={(call) => call.id}
        columns={[
          column('at', 176, (call) => <time dateTime={call.at}>{formatInstant(call.at)}</time>),
          column('operation', 130, (call) => <code>{call.operation}</code>),
          column('result', 180, (call) => <Result code={call.result} />),
          column('requestId', 200, (call) => <code>{call.requestId}</code>),
          column('ip', 140, (call) => call.ip),
          { ...column('milliseconds', 90, (call) => formatNumber(call.milliseconds, 0)), end: true },
        ]}
      />
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
    </>
  )
}
