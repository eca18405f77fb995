import { AppstoreOutlined } from '@ant-design/icons'
import { lazyPart } from '../kit/lazy-part.ts'
import type { PageEntry } from '../kit/pages.ts'

export default [
  {
    path: '/browse',
    page: lazyPart(async () => (await import('./Browse.tsx')).Browse),
    right: 'signed-in',
    menu: { icon: <AppstoreOutlined />, order: 0, title: 'console:menu.browse' },
  },
] satisfies PageEntry[]
