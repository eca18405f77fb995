import { FieldTimeOutlined, SafetyOutlined } from '@ant-design/icons'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import type { PageEntry } from '../../kit/resource/pages.ts'

export default [
  {
    path: '/operator/trust',
    page: lazyPart(async () => (await import('./TrustPage.tsx')).TrustPage),
    right: 'operator.jobs',
    menu: { icon: <SafetyOutlined />, group: 'trust', order: 881, title: 'operator:trust.title' },
  },
  {
    path: '/operator/timestamps',
    page: lazyPart(async () => (await import('./TimestampsPage.tsx')).TimestampsPage),
    right: 'operator.jobs',
    menu: { icon: <FieldTimeOutlined />, group: 'trust', order: 885, title: 'operator:timestamps.title' },
  },
] satisfies PageEntry[]
