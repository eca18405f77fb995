import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'

const places = {
  messages: '/accountSetting/messageNotification',
  announcements: '/accountSetting/messageNotification/announcements',
  cases: '/accountSetting/messageNotification/cases',
} as const

/** What one is told oneself, what everybody is told, and what lawyers answered. */
export function MessageTabs() {
  const { t } = useTranslation(['messages', 'content'])
  return (
    <nav className="skz-tabs" aria-label={t('messages:tabs')}>
      <NavLink to={places.messages} end>
        {t('messages:resource.messages.title')}
      </NavLink>
      <NavLink to={places.announcements} end>
        {t('messages:resource.announcements.title')}
      </NavLink>
      <NavLink to={places.cases} end>
        {t('content:resource.ownCaseForms.title')}
      </NavLink>
    </nav>
  )
}
