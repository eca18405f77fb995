import { MenuOutlined, MoonOutlined, SunOutlined, TranslationOutlined } from '@ant-design/icons'
import { Button, Drawer, Grid, Layout, Menu } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { BrandLogo } from '../kit/plain/BrandLogo.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { Contacts } from '../kit/plain/Contacts.tsx'
import { type Language, switchLanguage } from '../kit/plain/i18n.ts'
import { Loading } from '../kit/page/Panels.tsx'
import { setAppearance, useAppearance } from '../kit/plain/theme.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { ActingFor } from './ActingFor.tsx'
import { Bell } from './Bell.tsx'
import { CommandKeys } from './CommandKeys.tsx'
import { Offline } from './Offline.tsx'
import { useMenu } from './useMenu.ts'
import { wordLoaders } from '../kit/resource/word-loaders.ts'

/** Menu, top bar and the page in between. */
export function ConsoleShell() {
  const { t } = useTranslation(['console', 'common'])
  const { dictionary } = useConsole()
  const wide = Grid.useBreakpoint().lg ?? true
  const [open, setOpen] = useState(false)
  return (
    <Layout className="skz-shell">
      <a className="skz-skip" href="#main">
        {t('shell.skip')}
      </a>
      {wide ? (
        <Layout.Sider theme="light" width={200} className="skz-side">
          <Brand />
          <Navigation />
        </Layout.Sider>
      ) : (
        <Drawer placement="left" size={260} open={open} onClose={() => setOpen(false)} title={<Brand />}>
          <Navigation onPick={() => setOpen(false)} />
        </Drawer>
      )}
      <Layout>
        <Offline />
        <ActingFor />
        {dictionary.mode === 'local' && (
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
          <Suspense fallback={<Loading rows={8} />}>
            <Outlet />
          </Suspense>
        </main>
        <footer className="skz-foot">
          <Contacts info={dictionary.notary.info} />
        </footer>
      </Layout>
    </Layout>
  )
}

function Brand() {
  const { i18n } = useTranslation()
  const {
    frontPlatformInfo: { basicInfo },
    notary,
  } = useConsole().dictionary
  return (
    <Link to="/browse" className="skz-brand">
      <BrandLogo info={notary.info} size={26} />
      <span>{i18n.language === 'en' ? basicInfo.platformNameEn : basicInfo.platformName}</span>
    </Link>
  )
}

function Navigation({ onPick }: { onPick?: () => void }) {
  const { t } = useTranslation(['console'])
  const { pathname } = useLocation()
  const menu = useMenu()
  const items = menu.map(({ path, icon, label }) => ({ key: path, icon, label: <Link to={path}>{label}</Link> }))
  return (
    <nav aria-label={t('shell.menu')}>
      <Menu
        mode="inline"
        items={items}
        selectedKeys={[placeOf(pathname, menu)]}
        {...(onPick ? { onClick: onPick } : {})}
        style={{ borderInlineEnd: 0 }}
      />
    </nav>
  )
}

/** The entry that a page belongs to: its own, else the one it stands beneath. */
function placeOf(pathname: string, menu: { path: string }[]): string {
  if (pathname.startsWith('/attestation/')) return '/evidence'
  if (pathname.startsWith('/onlineForensics/web/')) return '/onlineForensics/url'
  return menu.findLast((m) => `${pathname}/`.startsWith(`${m.path}/`))?.path ?? pathname
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
        onClick={() => void switchLanguage(wordLoaders, other)}
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
