import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import type { QueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '../../../dataProvider/client.ts'
import { createDataProvider } from '../../../dataProvider/index.ts'
import { markScrolledRows } from '../../kit/list/useRows.ts'
import { setNotifications, useNotificationsWanted } from '../../kit/refusals/notifications.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { accessControlProvider } from './access-control.ts'
import { auditLogProvider } from './audit-log-provider.ts'
import { authProvider } from './auth-provider.ts'
import { i18nProvider } from './i18n-provider.ts'
import { liveProvider } from './live-provider.ts'
import { notificationProvider, rememberRefusals } from './notification-provider.ts'
import { refineResources } from './resources.ts'

/** Without it the page goes on: what waits is told in plainer form. */
const Notifications = lazy(() =>
  import('./Notifications.tsx').then(
    (m) => ({ default: m.Notifications }),
    () => (setNotifications(null), { default: () => null }),
  ),
)

interface Props {
  client: Client
  queries: QueryClient
  children: ReactNode
}

/** Refine with all its providers, each from what the console has: resources are the declared ones. */
export function RefineRoot({ client, queries, children }: Props) {
  const { bean, can, live, resources, signOut } = useConsole()
  const notices = useNotices()
  const notifies = useNotificationsWanted()
  const { i18n, t } = useTranslation()
  const { provider, refusalOf, history } = useMemo(() => {
    const { client: remembering, refusalOf: of } = rememberRefusals(client)
    return {
      provider: createDataProvider(remembering),
      refusalOf: of,
      history: auditLogProvider(remembering, resources),
    }
  }, [client, resources])
  const auth = useMemo(() => authProvider({ bean, signOut }), [bean, signOut])
  const access = useMemo(() => accessControlProvider(can, resources), [can, resources])
  const followed = useMemo(
    () => liveProvider(live, (name) => resources.find((r) => r.name === name)?.live),
    [live, resources],
  )
  useEffect(
    () =>
      live.follow(({ topic }) => {
        for (const resource of resources) if (resource.live === topic) void markScrolledRows(queries, resource.name)
      }),
    [live, resources, queries],
  )
  const notify = useMemo(() => notificationProvider(notices, refusalOf), [notices, refusalOf])
  // Another language gives another provider: whoever speaks through Refine is drawn anew.
  const words = useMemo(() => ({ ...i18nProvider(resources), language: i18n.language }), [i18n.language, resources])
  return (
    <Refine
      dataProvider={provider}
      routerProvider={routerProvider}
      authProvider={auth}
      accessControlProvider={access}
      i18nProvider={words}
      notificationProvider={notify}
      liveProvider={followed}
      auditLogProvider={history}
      resources={refineResources(t, resources)}
      options={{
        disableTelemetry: true,
        reactQuery: { clientConfig: queries },
        syncWithLocation: false,
        warnWhenUnsavedChanges: false,
        // A form must not ask for its record anew: lists and pages say themselves that they follow.
        liveMode: 'off',
      }}
    >
      {children}
      {notifies && (
        <Suspense fallback={null}>
          <Notifications />
        </Suspense>
      )}
    </Refine>
  )
}
