import { AppstoreOutlined, SettingOutlined } from '@ant-design/icons'
import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'

/** Pages that belong to no domain, or are put together of several domains' parts. */
export default [
  {
    path: '/browse',
    page: lazyPart(async () => (await import('./Browse.tsx')).Browse),
    right: 'signed-in',
    menu: { icon: <AppstoreOutlined />, order: 0, title: 'console:menu.browse' },
  },
  {
    path: '/accountSetting/basicSetting',
    page: lazyPart(async () => (await import('./AccountSettings.tsx')).AccountSettings),
    right: 'signed-in',
    menu: { icon: <SettingOutlined />, group: 'account', order: 40, title: 'accounts:settings.title' },
  },
] satisfies PageEntry[]
