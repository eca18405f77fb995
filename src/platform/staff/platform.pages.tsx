import { SettingOutlined } from '@ant-design/icons'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import type { PageEntry } from '../../kit/resource/pages.ts'

export default [
  {
    path: '/operator/platform',
    page: lazyPart(async () => (await import('./PlatformPage.tsx')).PlatformPage),
    right: 'platform.manage',
    menu: { icon: <SettingOutlined />, group: 'platform', order: 940, title: 'operator:platform.title' },
  },
  {
    path: '/config-upload',
    page: lazyPart(async () => (await import('./ConfigUploadPage.tsx')).ConfigUploadPage),
    right: 'platform.manage',
    under: '/operator/platform',
  },
] satisfies PageEntry[]
