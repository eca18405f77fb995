import { FieldTimeOutlined, SafetyOutlined, SettingOutlined } from '@ant-design/icons'
import { lazyPart } from '../kit/lazy-part.ts'
import type { PageEntry } from '../kit/pages.ts'

export default [
  {
    path: '/operator/trust',
    page: lazyPart(async () => (await import('./TrustPage.tsx')).TrustPage),
    right: 'operator.jobs',
    menu: { icon: <SafetyOutlined />, order: 881, title: 'operator:trust.title' },
  },
  {
    path: '/operator/timestamps',
    page: lazyPart(async () => (await import('./TimestampsPage.tsx')).TimestampsPage),
    right: 'operator.jobs',
    menu: { icon: <FieldTimeOutlined />, order: 885, title: 'operator:timestamps.title' },
  },
  {
    path: '/operator/platform',
    page: lazyPart(async () => (await import('./PlatformPage.tsx')).PlatformPage),
    right: 'platform.manage',
    menu: { icon: <SettingOutlined />, order: 940, title: 'operator:platform.title' },
  },
] satisfies PageEntry[]
