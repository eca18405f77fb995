import { useTranslation } from 'react-i18next'
import { LegalPage } from './LegalPage.tsx'
import { LegalTable } from './LegalTable.tsx'

const columns = ['who', 'what', 'why', 'when'] as const

/** Whatever the service can be connected to, and whom people choose themselves. */
const groups = {
  login: ['wechatLogin', 'alipayLogin'],
  identity: ['alipayIdentity', 'ocr'],
  messages: ['sms', 'mail'],
  evidence: ['tsa', 'chain', 'store'],
  money: ['wechatPay', 'alipayPay', 'nuonuo'],
  chosen: ['office', 'lawyer', 'shared'],
} as const

/** Who receives which personal data from the platform. */
export function SharedData() {
  const { t } = useTranslation(['legal'])
  const names = Object.keys(groups) as (keyof typeof groups)[]
  return (
    <LegalPage page="shared">
      <p className="notice">{t('legal:shared.note')}</p>
      <LegalTable
        caption={t('legal:shared.caption')}
        columns={columns.map((column) => t(`legal:shared.column.${column}`))}
        groups={names.map((name) => ({
          name: t(`legal:shared.group.${name}`),
          rows: groups[name].map((row) => columns.map((column) => t(`legal:shared.row.${row}.${column}`))),
        }))}
      />
      <div className="prose legal-end">
        <p>{t('legal:shared.never')}</p>
      </div>
    </LegalPage>
  )
}
