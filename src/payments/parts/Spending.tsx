import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { type Spending as Spent, statementCalls } from '../../../contract/payments/statements.ts'
import { Failed } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { colourOf, useProductName } from './product-colours.ts'

type Month = Spent['months'][number]
type Ranked = Spent['people'][number] & { rank: number }

/** What was spent in twelve months: by month and product, by product, by person; drawn, and as tables. */
export function Spending() {
  const { t } = useTranslation(['payments'])
  const { data, error, refetch } = useRead(statementCalls.spending, { query: {} }, { staleTime: 0 })
  useLiveRefresh(statementCalls.spending, 'wallet')
  if (error) return <Failed error={error} retry={() => void refetch()} />
  // Before anything was spent there is nothing to draw, and the bill beneath says so.
  if (!data || data.total === 0) return null
  return (
    <section className="skz-spending" aria-label={t('spending.title')}>
      <h2>{t('spending.title')}</h2>
      <p className="skz-muted">{t('spending.total', { amount: formatMoney(data.total) })}</p>
      <div className="skz-spending-charts">
        <Months data={data} />
        <Products data={data} />
        <People data={data} />
      </div>
      <details>
        <summary>{t('spending.asTable')}</summary>
        <Tables data={data} />
      </details>
    </section>
  )
}

function Months({ data: { months } }: { data: Spent }) {
  const { t } = useTranslation(['payments'])
  const most = Math.max(...months.map(({ spent }) => spent), 1)
  return (
    <figure aria-hidden>
      <figcaption>{t('spending.byMonth')}</figcaption>
      <div className="skz-months">
        {months.map((month) => (
          <Column key={month.month} month={month} most={most} />
        ))}
      </div>
    </figure>
  )
}

function Column({ month: { month, spent, products }, most }: { month: Month; most: number }) {
  return (
    <div className="skz-month" title={`${month} ${formatMoney(spent)}`}>
      <div className="skz-month-bars">
        {products.map((one) => (
          <span
            key={one.product}
            style={{ height: `${(one.spent / most) * 100}%`, background: colourOf(one.product) }}
          />
        ))}
      </div>
      <span className="skz-month-name">{Number(month.slice(5))}</span>
    </div>
  )
}

interface BarProps {
  name: string
  spent: number
  most: number
  colour?: string
}

function Bar({ name, spent, most, colour = 'var(--skz-brand)' }: BarProps) {
  return (
    <li>
      <span className="skz-bar-name">{name}</span>
      <span className="skz-bar-sum">{formatMoney(spent)}</span>
      <span className="skz-bar-box">
        <span style={{ width: `${Math.max((spent / most) * 100, 0.5)}%`, background: colour }} />
      </span>
    </li>
  )
}

function Products({ data: { products } }: { data: Spent }) {
  const { t } = useTranslation(['payments'])
  const nameOf = useProductName()
  const costly = products.filter(({ spent }) => spent > 0)
  return (
    <figure aria-hidden>
      <figcaption>{t('spending.byProduct')}</figcaption>
      <ul className="skz-bars">
        {costly.map(({ product, spent }) => (
          <Bar key={product} name={nameOf(product)} spent={spent} most={costly[0]!.spent} colour={colourOf(product)} />
        ))}
      </ul>
    </figure>
  )
}

/** So many are drawn; the table has all. */
const drawn = 6

function People({ data: { people } }: { data: Spent }) {
  const { t } = useTranslation(['payments'])
  if (people.length < 2) return null
  const most = Math.max(...people.map(({ spent }) => spent))
  return (
    <figure aria-hidden>
      <figcaption>{t('spending.byPerson')}</figcaption>
      <ul className="skz-bars">
        {people.slice(0, drawn).map(({ name, spent }, i) => (
          <Bar key={i} name={name ?? t('spending.others')} spent={spent} most={most} />
        ))}
      </ul>
    </figure>
  )
}

function Tables({ data: { months, products, people } }: { data: Spent }) {
  const { t } = useTranslation(['payments'])
  const nameOf = useProductName()
  const sum = {
    key: 'spent',
    title: t('field.amount'),
    end: true,
    render: (row: { spent: number }) => formatMoney(row.spent),
  }
  return (
    <div className="skz-spending-tables">
      <SmallTable<Month>
        caption={t('spending.byMonth')}
        rows={months.toReversed()}
        keyOf={({ month }) => month}
        columns={[{ key: 'month', title: t('statement.month'), render: ({ month }) => month }, sum]}
      />
      <SmallTable<Spent['products'][number]>
        caption={t('spending.byProduct')}
        rows={products}
        keyOf={({ product }) => product}
        columns={[
          { key: 'product', title: t('field.product'), render: ({ product }) => nameOf(product) },
          { key: 'count', title: t('spending.count'), end: true, render: ({ count }) => count },
          sum,
        ]}
      />
      <SmallTable<Ranked>
        caption={t('spending.byPerson')}
        // Two people may have one name.
        rows={people.map((one, rank) => ({ ...one, rank }))}
        keyOf={({ rank }) => rank}
        columns={[
          { key: 'name', title: t('field.personName'), render: ({ name }) => name ?? t('spending.others') },
          sum,
        ]}
      />
    </div>
  )
}
