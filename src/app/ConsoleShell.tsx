import { LogoutOutlined, MenuOutlined, MoonOutlined, SunOutlined, TranslationOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Drawer, Dropdown, Grid, Layout, Menu } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { useConsole } from '../kit/console-context.ts'
import { type Language, switchLanguage } from '../kit/i18n.ts'
import { Loading } from '../kit/Panels.tsx'
import { setAppearance, useAppearance } from '../kit/theme.ts'
import { resourceWords } from '../kit/words.ts'
import { type PageEntry, pages } from './domains.tsx'
import { wordLoaders } from './words.ts'

/** Menu, top bar and the page in between. */
export function ConsoleShell() {
  const { t } = useTranslation(['console', 'common'])
  const { dictionary } = useConsole()
  const wide = Grid.useBreakpoint().lg ?? true
  const [open, setOpen] = useState(false)
  return (
    <Layout className="skz-shell">
      <a className="skz-skip" href="#main">{t('shell.skip')}</a>
      {wide ? (
        <Layout.Sider theme="light" width={200} className="skz-side"><Brand /><Navigation /></Layout.Sider>
      ) : (
        <Drawer placement="left" size={260} open={open} onClose={() => setOpen(false)} title={<Brand />}><Navigation onPick={() => setOpen(false)} /></Drawer>
      )}
      <Layout>
        {dictionary.mode === 'local' && <div className="skz-local" role="note">{t('shell.local')}</div>}
        <header className="skz-top">
          {!wide && <Button type="text" icon={<MenuOutlined />} aria-label={t('shell.menu')} onClick={() => setOpen(true)} />}
          <div className="skz-top-space" />
          <TopButtons />
        </header>
        <main id="main" tabIndex={-1} className="skz-main"><Suspense fallback={<Loading rows={8} />}><Outlet /></Suspense></main>
      </Layout>
    </Layout>
  )
}

function Brand() {
  const { i18n } = useTranslation()
  const { basicInfo } = useConsole().dictionary.frontPlatformInfo
  return (
    <Link to="/browse" className="skz-brand">
      <img src="/mark.svg" width={26} height={26} alt="" />
      {i18n.language === 'en' ? basicInfo.platformNameEn : basicInfo.platformName}
    </Link>
  )
}

function Navigation({ onPick }: { onPick?: () => void }) {
  const { t } = useTranslation(['console'])
  const { can } = useConsole()
  const { pathname } = useLocation()
  const titleOf = (title: NonNullable<PageEntry['menu']>['title']) => ('words' in title ? t(`console:menu.${title.words}`) : resourceWords(t, title.resource, 'title'))
  const items = pages.filter((p) => p.menu && can(p.right)).map((p) => ({ key: p.path, icon: p.menu!.icon, label: <Link to={p.path}>{titleOf(p.menu!.title)}</Link> }))
  const current = pathname.startsWith('/attestation/') ? '/evidence' : pathname.startsWith('/onlineForensics/web/') ? '/onlineForensics/url' : (pages.findLast((p) => p.menu && `${pathname}/`.startsWith(`${p.path}/`))?.path ?? pathname)
  return <nav aria-label={t('shell.menu')}><Menu mode="inline" items={items} selectedKeys={[current]} {...(onPick ? { onClick: onPick } : {})} style={{ borderInlineEnd: 0 }} /></nav>
}

function TopButtons() {
  const { t, i18n } = useTranslation(['console', 'common'])
  const { bean, signOut } = useConsole()
  const look = useAppearance()
  const other: Language = i18n.language === 'en' ? 'zh-CN' : 'en'
  return (
    <>
      <Button type="text" icon={<TranslationOutlined aria-hidden />} lang={other} onClick={() => void switchLanguage(wordLoaders, other)}>{other === 'en' ? 'English' : '中文'}</Button>
      <Button type="text" icon={look === 'dark' ? <SunOutlined /> : <MoonOutlined />} aria-label={t(look === 'dark' ? 'shell.light' : 'shell.dark')} onClick={() => setAppearance(look === 'dark' ? 'light' : 'dark')} />
      <Dropdown trigger={['click']} autoFocus menu={{ items: [{ key: 'who', disabled: true, label: `${bean.accountName} · ${bean.phoneMasked}` }, { key: 'out', icon: <LogoutOutlined />, label: t('shell.signOut'), onClick: () => void signOut() }] }}>
        <Button type="text" icon={<UserOutlined aria-hidden />}>{bean.personName}</Button>
      </Dropdown>
    </>
  )
}
