import { useTranslation } from 'react-i18next'
import { SiteShell } from '../../site/parts/SiteShell.tsx'

/** How invoices are asked for, for whoever comes from a phone's application. */
export function InvoiceHelp() {
  const { t } = useTranslation(['site'])
  const list = (key: 'steps' | 'notes') => t(`site:invoice.${key}`, { returnObjects: true }) as string[]
  return (
    <SiteShell title={t('site:invoice.title')} description={t('site:invoice.lead')} narrow>
      <h1>{t('site:invoice.title')}</h1>
      <p>{t('site:invoice.lead')}</p>
      <ol>
        {list('steps').map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <a className="button primary" href="/accountSetting/costCenter/applyInvoice">
          {t('site:invoice.apply')}
        </a>{' '}
        <a className="button" href="/accountSetting/controlOverInvoices">
          {t('site:invoice.mine')}
        </a>
      </p>
      <h2>{t('site:invoice.good')}</h2>
      <ul>
        {list('notes').map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </SiteShell>
  )
}
