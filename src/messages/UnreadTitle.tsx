import { useTranslation } from 'react-i18next'
import type { Message } from '../../contract/messages/messages.ts'

/** A message that was not read yet stands out, to the ear as well. */
export function UnreadTitle({ message: { title, isRead } }: { message: Message }) {
  const { t } = useTranslation(['messages'])
  return isRead ? (
    title
  ) : (
    <strong className="skz-unread">
      <span className="skz-hidden">{t('messages:unread')} </span>
      {title}
    </strong>
  )
}
