import { useTranslation } from 'react-i18next'
import { pathOf } from '../../contract/kit/call.ts'
import { formatMoney } from '../../contract/kit/money.ts'
import { type Statement, statementCalls, StatementFormat } from '../../contract/payments/statements.ts'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { SmallTable } from '../kit/page/SmallTable.tsx'
import { useByteLink } from '../kit/resource/useByteLink.ts'
import { useRead } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'

/** The bill month by month, to be kept and booked. */
export function Statements() {
  const { t } = useTranslation(['payments'])
  const { data, error, refetch } = useRead(statementCalls.list, {}, { staleTime: 0 })
  useLiveRefresh(statementCalls.list, 'wallet')
  return (
    <Page title={t('statement.all')}>
      <Card>
        <p className="skz-muted">{t('statement.lead')}</p>
        {error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading rows={4} />
        ) : data.list.length ? (
          <Months rows={data.list} />
        ) : (
          <Nothing text={t('statement.none')} />
        )}
      </Card>
    </Page>
  )
}

const sums = ['opening', 'received', 'spent', 'closing'] as const

function Months({ rows }: { rows: readonly Statement[] }) {
  const { t } = useTranslation(['payments'])
  return (
    <SmallTable<Statement>
      caption={t('statement.all')}
      rows={rows}
      keyOf={({ month }) => month}
      columns={[
        {
          key: 'month',
          title: t('statement.month'),
          width: 150,
          render: ({ month, isProvisional }) => (
            <>
              {month} {isProvisional && <span className="skz-muted">{t('statement.untilNow')}</span>}
            </>
          ),
        },
        ...sums.map((key) => ({
          key,
          title: t(`statement.${key}`),
          width: 128,
          end: true,
          render: (row: Statement) => formatMoney(row[key]),
        })),
        { key: 'lines', title: t('statement.lines'), width: 80, end: true, render: ({ lines }) => lines },
        { key: 'files', title: t('statement.download'), width: 130, render: ({ month }) => <Files month={month} /> },
      ]}
    />
  )
}

function Files({ month }: { month: string }) {
  const { t } = useTranslation(['payments'])
  const link = useByteLink()
  return StatementFormat.options.map((format) => (
    <a
      key={format}
      className="skz-file-link"
      href={link(pathOf(statementCalls.download, { month }), { format })}
      aria-label={t('statement.downloadAs', { month, format: t(`statement.format.${format}`) })}
    >
      {t(`statement.format.${format}`)}
    </a>
  ))
}
