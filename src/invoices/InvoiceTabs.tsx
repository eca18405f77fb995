import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { paths } from './paths.ts'

const places = { invoices: paths.invoices, invoiceHeaders: paths.headers } as const

/** Invoices, and whom they are made out to. */
export function InvoiceTabs() {
  const { t } = useTranslation(['invoices'])
  return (
    <nav className="skz-tabs" aria-label={t('tabs')}>
      {(['invoices', 'invoiceHeaders'] as const).map((name) => (
        <NavLink key={name} to={places[name]} end>
          {t(`resource.${name}.title`)}
        </NavLink>
      ))}
    </nav>
  )
}
