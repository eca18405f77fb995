import { useTranslation } from 'react-i18next'
import { useMatter } from './useMatter.ts'
import type { OrderShown } from './OrderTab.tsx'

/** What is asked for, row by row, as papers say it. */
export function MatterRows({ order }: { order: OrderShown }) {
  const { t } = useTranslation(['notarization'])
  return (
    <dl className="skz-settings">
      {useMatter(order).map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd className="skz-long">{text}</dd>
        </div>
      ))}
      <div>
        <dt>{t('matter.office')}</dt>
        <dd className="skz-break">{order.office.fullName}</dd>
      </div>
    </dl>
  )
}
