import { useTranslation } from 'react-i18next'
import { LegalPage } from './LegalPage.tsx'
import { LegalTable } from './LegalTable.tsx'

const columns = ['what', 'why', 'from', 'kept'] as const

/** As domains declare it under `personalData`, and their sweeps and erasures end it. */
const groups = {
  account: ['registration', 'mail', 'agreements', 'third', 'totp', 'codes', 'sessions', 'devices', 'subs'],
  identity: ['card', 'pictures', 'alipay', 'enterprise'],
  evidence: ['content', 'notes', 'loose', 'sharing'],
  money: ['bill', 'transfers', 'headers', 'invoices', 'addresses'],
  judicial: ['orders', 'office'],
  service: ['messages', 'outbox', 'acts', 'limits', 'keys', 'views', 'cases', 'copies', 'browser'],
} as const

/** Every kind of personal data that the product keeps. */
export function CollectedData() {
  const { t } = useTranslation(['legal'])
  const names = Object.keys(groups) as (keyof typeof groups)[]
  return (
    <LegalPage page="collected">
      <p className="notice">{t('legal:collected.note')}</p>
      <LegalTable
        caption={t('legal:collected.caption')}
        columns={columns.map((column) => t(`legal:collected.column.${column}`))}
        groups={names.map((name) => ({
          name: t(`legal:collected.group.${name}`),
          rows: groups[name].map((row) => columns.map((column) => t(`legal:collected.row.${row}.${column}`))),
        }))}
      />
      <div className="prose legal-end">
        <p>{t('legal:collected.never')}</p>
        <p>{t('legal:collected.yours')}</p>
      </div>
    </LegalPage>
  )
}
