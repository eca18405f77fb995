import { MenuOutlined, MoonOutlined, SunOutlined, TranslationOutlined } from '@ant-design/icons'
import { Button, Drawer, Grid, Layout } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { Brand } from './Brand.tsx'
import { useConsole } from '../../kit/resource/console-context.ts'
import { Contacts } from '../../kit/plain/Contacts.tsx'
import { type Language, switchLanguage } from '../../kit/plain/i18n.ts'
import { TrailStartProvider } from '../../kit/page/Page.tsx'
import { Loading } from '../../kit/page/Panels.tsx'
import { setAppearance, useAppearance } from '../../kit/plain/theme.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { ActingFor } from './ActingFor.tsx'
import { Bell } from './Bell.tsx'
import { CommandKeys } from '../CommandKeys.tsx'
import { Offline } from './Offline.tsx'
import { Navigation } from './Navigation.tsx'
import { Side } from './Side.tsx'
import { useArrival } from './useArrival.ts'
import { useTrailStart } from './useMenu.ts'

/** Pages of the website that people of the console look for. */
const websiteLinks = [
  { to: '/website-show/query', name: 'check' },
  { to: '/docs', name: 'api' },
  { to: '/service-agreement', name: 'terms' },
  { to: '/privacy-one', name: 'privacy' },
] as const

/** Menu, top bar and the page in between. */
export function ConsoleShell() {
  const { t } = useTranslation(['console', 'common'])
  const { platform } = useConsole()
  const wide = Grid.useBreakpoint().lg ?? true
  const [open, setOpen] = useState(false)
  useArrival()
  const start = useTrailStart()
  return (
    <Layout className="skz-shell">
      <a className="skz-skip" href="#main">
        {t('shell.skip')}
      </a>
      {wide ? (
        <Side />
      ) : (
        <Drawer placement="left" size={260} open={open} onClose={() => setOpen(false)} title={<Brand />}>
          <Navigation onPick={() => setOpen(false)} />
        </Drawer>
      )}
      <Layout>
        <Offline />
        <ActingFor />
        {platform.mode === 'local' && (
          <div className="skz-local" role="note">
            {t('shell.local')}
          </div>
        )}
        <header className="skz-top">
          {!wide && (
            <Button type="text" icon={<MenuOutlined />} aria-label={t('shell.menu')} onClick={() => setOpen(true)} />
          )}
          <div className="skz-top-space" />
          <CommandKeys wide={wide} />
          <Bell />
          <TopButtons />
        </header>
        <main id="main" tabIndex={-1} className="skz-main">
          <TrailStartProvider value={start}>
            <Suspense fallback={<Loading rows={8} />}>
              <Outlet />
            </Suspense>
          </TrailStartProvider>
        </main>
        <footer className="skz-foot">
          <Contacts info={platform.basicInfo} />
          <nav className="skz-foot-links" aria-label={t('shell.links')}>
            {websiteLinks.map(({ to, name }) => (
              <a key={to} href={to}>
                {t(`shell.link.${name}`)}
              </a>
            ))}
          </nav>
        </footer>
      </Layout>
    </Layout>
  )
}

function TopButtons() {
  const { t, i18n } = useTranslation(['console', 'common'])
  const look = useAppearance()
  const other: Language = i18n.language === 'en' ? 'zh-CN' : 'en'
  return (
    <>
      <Button
        type="text"
        icon={<TranslationOutlined aria-hidden />}
        lang={other}
        onClick={() => void switchLanguage(other)}
      >
        {other === 'en' ? 'English' : '中文'}
      </Button>
      <Button
        type="text"
        icon={look === 'dark' ? <SunOutlined /> : <MoonOutlined />}
        aria-label={t(look === 'dark' ? 'shell.light' : 'shell.dark')}
        onClick={() => setAppearance(look === 'dark' ? 'light' : 'dark')}
      />
      <AccountMenu />
    </>
  )
}
