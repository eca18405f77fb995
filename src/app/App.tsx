import { type Colours, type Shades, styleOf } from '../../contract/platform/colours.ts'
import { QueryClient } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider, Result, theme } from 'antd'
import en from 'antd/locale/en_US'
import zh from 'antd/locale/zh_CN'
import i18next from 'i18next'
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createBrowserRouter, matchPath, Navigate, RouterProvider, useLocation, useRouteError } from 'react-router'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { consolePaths } from '../../contract/site/entries.ts'
import type { Busy } from '../../dataProvider/busy.ts'
import type { Client } from '../../dataProvider/client.ts'
import { focusRefreshThrottle, noticeSeconds, noticeStack } from '../../dataProvider/constants.ts'
import { ApiError } from '../../dataProvider/errors.ts'
import { createLiveClient, createLiveRelay } from '../../dataProvider/live.ts'
import { type ConsoleContext, ConsoleProvider, useConsole } from '../kit/resource/console-context.ts'
import { Failed } from '../kit/page/Panels.tsx'
import { useAppearance } from '../kit/plain/theme.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { forgetSession, leaveFor, toLogin } from './forget-session.ts'
import { useProofAsked } from './asked/prove-again.ts'
import { useSignInAgain } from './asked/sign-in-again.ts'
import { BusyBar } from './shell/BusyBar.tsx'
import { ConsoleShell } from './shell/ConsoleShell.tsx'
import type { PageEntry } from '../kit/resource/pages.ts'
import { RefineRoot } from './refine/RefineRoot.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'

export type Session = Pick<ConsoleContext, 'bean' | 'platform' | 'resources' | 'pages'>

/** Where even this does not arrive, the login page is the way. */
const SignInAgain = lazyDialog(() =>
  import('./asked/SignInAgain.tsx').then(
    (m) => m.SignInAgain,
    () => (toLogin(), () => null),
  ),
)

const ProveAgain = lazyDialog(async () => (await import('./asked/ProveAgain.tsx')).ProveAgain)

/** Business refusals are final; only what failed on the way is tried again. */
const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => error instanceof ApiError && error.isTransport && count < 2,
        // The throttle is for a window that comes to the front. A page that is opened reads anew: its events were heard by nobody until then.
        refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > focusRefreshThrottle,
        placeholderData: undefined,
      },
      // Without a network it is told as not sent: what waits for one unseen looks like a button that does nothing.
      mutations: { networkMode: 'always' },
    },
  })

/** Over whatever page waits for it. */
function AskedForProof() {
  return useProofAsked() ? (
    <Suspense fallback={null}>
      <ProveAgain />
    </Suspense>
  ) : null
}

/** The console for one account. Keyed by account: another account gets another tree, cache and stream. */
export function App({ session: begun, client, busy }: { session: Session; client: Client; busy: Busy }) {
  const [bean, setBean] = useState(begun.bean)
  const session = { ...begun, bean }
  const queries = useMemo(newQueryClient, [])
  const { asking, signIns } = useSignInAgain()
  const live = useLive(session, signIns)
  useEffect(() => {
    if (signIns) void queries.invalidateQueries()
  }, [queries, signIns])
  useEffect(() => {
    // Some answers are worded by the service.
    const again = () => void queries.invalidateQueries()
    i18next.on('languageChanged', again)
    return () => i18next.off('languageChanged', again)
  }, [queries])
  const context: ConsoleContext = {
    ...session,
    client,
    live,
    can: (right) => right === 'public' || right === 'signed-in' || session.bean.rights.includes(right),
    renewBean: async () => setBean(await client.call(sessionCalls.bean)),
    async signOut() {
      live.close()
      await client.call(sessionCalls.logout).catch(() => {})
      forgetSession()
      sessionStorage.clear()
      leaveFor('/login')
      queries.clear()
    },
  }
  const router = useMemo(
    () =>
      createBrowserRouter([
        {
          element: (
            <RefineRoot client={client} queries={queries}>
              <ConsoleShell />
              <AskedForProof />
            </RefineRoot>
          ),
          errorElement: <Broken />,
          children: [
            ...begun.pages.map((p) => ({ path: p.path, element: <Guarded entry={p} />, errorElement: <Broken /> })),
            { path: '/', element: <Navigate to="/browse" replace /> },
            { path: '*', element: <Missing /> },
          ],
        },
      ]),
    [client, queries, begun.pages],
  )
  return (
    <ConsoleProvider value={context}>
      <Themed colours={session.platform.colours}>
        <BusyBar busy={busy} />
        <RouterProvider router={router} />
        {asking && (
          <Suspense fallback={null}>
            <SignInAgain />
          </Suspense>
        )}
      </Themed>
    </ConsoleProvider>
  )
}

/** Whoever has one of these rights has something that changes by itself. */
const changing = ['evidence.read', 'operator.money'] as const

/** The stream ended with the session: each sign-in begins another, and whoever follows notices nothing of it. */
function useLive(session: Session, signIns: number) {
  const [relay] = useState(createLiveRelay)
  const follows = changing.some((right) => session.bean.rights.includes(right))
  useEffect(() => {
    if (follows) return relay.connect(createLiveClient(session.bean.accountId, session.bean.userId))
  }, [relay, follows, session.bean.accountId, session.bean.userId, signIns])
  return relay
}

/** Text and states at 4.5:1 or better on their grounds (WCAG 1.4.3); the same colours as `tokens.css`. */
const lightTokens = {
  colorPrimary: '#0b5c6b',
  colorLink: '#0b5c6b',
  colorLinkHover: '#084854',
  colorLinkActive: '#084854',
  colorSuccess: '#17693a',
  colorWarning: '#8a5300',
  colorError: '#b3261e',
  colorInfo: '#0b5c6b',
  colorPrimaryBg: '#e2f0f2',
  colorInfoBg: '#e2f0f2',
  colorSuccessBg: '#e3f3e9',
  colorWarningBg: '#fff4d6',
  colorErrorBg: '#fdecea',
  colorBgLayout: '#f4f6f7',
  colorTextDescription: '#566469',
  colorTextPlaceholder: '#66757a',
  colorTextTertiary: '#566469',
}
const darkTokens = {
  colorPrimary: '#3fb6c6',
  colorLink: '#7fd6dd',
  colorLinkHover: '#b5eaee',
  colorLinkActive: '#b5eaee',
  colorSuccess: '#6fcf97',
  colorWarning: '#f2b84b',
  colorError: '#ff8a80',
  colorInfo: '#3fb6c6',
  colorBgLayout: '#0e1416',
  colorBgContainer: '#162024',
  colorBgElevated: '#1c282d',
  colorTextDescription: '#a3b1b6',
  colorTextPlaceholder: '#8d9ca1',
  colorTextTertiary: '#a3b1b6',
}

/** antd's tokens of the platform's own colours. */
const ownTokens = ({ brand, strong, tint }: Shades, dark: boolean) => ({
  colorPrimary: brand,
  colorInfo: brand,
  colorLink: dark ? strong : brand,
  colorLinkHover: strong,
  colorLinkActive: strong,
  ...(dark ? {} : { colorPrimaryBg: tint, colorInfoBg: tint }),
})

function Themed({ colours, children }: { colours: Colours; children: ReactNode }) {
  const { i18n } = useTranslation()
  const dark = useAppearance() === 'dark'
  const own = dark ? colours.dark : colours.light
  useEffect(() => {
    const style = document.head.appendChild(document.createElement('style'))
    style.textContent = styleOf(colours)
    return () => style.remove()
  }, [colours])
  return (
    <ConfigProvider
      locale={i18n.language === 'en' ? en : zh}
      button={{ autoInsertSpace: false }}
      wave={{ disabled: true }}
      // A list that draws only what is in view shows a screen reader three of its choices, and not which of how many.
      virtual={false}
      theme={{
        algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        // antd waits for the end of an animation before it takes away what has gone, and where the browser never ran
        // the animation it waits for ever: buttons go on being called "loading", closed dialogs go on taking clicks.
        token: {
          motion: false,
          borderRadius: 8,
          ...(dark ? darkTokens : lightTokens),
          ...(own && ownTokens(own, dark)),
        },
        components: {
          Button: { primaryColor: own?.onBrand ?? (dark ? '#06222a' : '#ffffff') },
          Layout: { siderBg: dark ? '#162024' : '#ffffff' },
          Menu: {
            itemBg: 'transparent',
            itemHeight: 36,
            itemSelectedBg: own?.tint ?? (dark ? '#1d3a41' : '#e2f0f2'),
            itemSelectedColor: own?.strong ?? (dark ? '#7fd6dd' : '#084854'),
          },
        },
      }}
    >
      <AntApp
        message={{ duration: noticeSeconds, top: 64 }}
        notification={{ placement: 'topRight', duration: noticeSeconds, stack: noticeStack }}
      >
        {children}
      </AntApp>
    </ConfigProvider>
  )
}

/** Where staff set up the second step of signing in, before they can do anything else. */
const settingsPath = '/accountSetting/basicSetting'

/** Pages without the right are not there for this person; the server refuses them all the same. */
function Guarded({ entry }: { entry: PageEntry }) {
  const { bean, can } = useConsole()
  if (bean.needsTotp && entry.path !== settingsPath) return <Navigate to={settingsPath} replace />
  if (!can(entry.right)) return <Forbidden />
  return <entry.page />
}

function Forbidden() {
  const { t } = useTranslation()
  return <Result status="403" title={t('forbidden')} extra={<Home />} />
}

/** What only staff load is no page of this console, and a page all the same. */
function Missing() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  if (consolePaths.some((path) => matchPath(path, pathname))) return <Forbidden />
  return <Result status="404" title={t('noPage')} extra={<Home />} />
}

function Home() {
  const { t } = useTranslation()
  return (
    <LinkButton to="/browse" type="primary">
      {t('home')}
    </LinkButton>
  )
}

/** A part that did not arrive for want of a network is fetched when it is back: asking before would lose the page. */
function Broken() {
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
  return <Failed error={useRouteError()} retry={() => window.location.reload()} />
}
