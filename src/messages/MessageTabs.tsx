import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'

const places = {
  messages: '/accountSetting/messageNotification',
  announcements: '/accountSetting/messageNotification/announcements',
} as const

/** What one is told oneself, and what everybody is told. */
export function MessageTabs() {
  const { t } = useTranslation(['messages'])
  return (
    <nav className="skz-tabs" aria-label={t('messages:tabs')}>
      {(['messages', 'announcements'] as const).map((name) => (
        <NavLink key={name} to={places[name]} end>
          {t(`messages:resource.${name}.title`)}
        </NavLink>
      ))}
    </nav>
  )
}
