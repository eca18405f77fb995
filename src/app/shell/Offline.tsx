import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

function subscribe(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the network is gone, and that nothing typed is; lists ask anew by themselves when it is back. */
export function Offline() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className={online ? 'skz-hidden' : 'skz-offline'}>
      {online ? '' : t('offline')}
    </div>
  )
}
