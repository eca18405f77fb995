import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'

const places = {
  subAccounts: '/accountSetting/childAdmin',
  subInvitations: '/accountSetting/childAdmin/invitations',
} as const

/** Who acts for the account, and who was invited to. */
export function SubTabs() {
  const { t } = useTranslation(['accounts'])
  return (
    <nav className="skz-tabs" aria-label={t('accounts:subTabs')}>
      {(['subAccounts', 'subInvitations'] as const).map((name) => (
        <NavLink key={name} to={places[name]} end>
          {t(`accounts:resource.${name}.title`)}
        </NavLink>
      ))}
    </nav>
  )
}
