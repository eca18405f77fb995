import { useNotificationProvider } from '@refinedev/antd'
import { useEffect } from 'react'
import { setNotifications } from '../../kit/refusals/notifications.ts'

/** Hands the provider of `@refinedev/antd`, which is a hook, to whoever has something to show. */
export function Notifications() {
  const provider = useNotificationProvider()
  useEffect(() => setNotifications(provider))
  return null
}
