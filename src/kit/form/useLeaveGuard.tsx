import { App } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

/** Asks before a page with unsaved changes is left, by whatever way inside the console. */
export function useLeaveGuard(dirty: () => boolean) {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty() && (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const asked = modal.confirm({
      title: t('form.leaveTitle'),
      content: t('form.leave'),
      okText: t('form.leaveYes'),
      cancelText: t('form.leaveNo'),
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
    })
    return () => asked.destroy()
  }, [blocker, modal, t])
}
