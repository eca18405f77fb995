import { SafetyCertificateOutlined } from '@ant-design/icons'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import type { PageEntry } from '../../kit/resource/pages.ts'
import { paths } from '../paths.ts'

const ofTemplates = { right: 'office.templates', under: paths.templates } as const
const form = async () => await import('./TemplatePage.tsx')

export default [
  { path: `${paths.templates}/add`, page: lazyPart(async () => (await form()).AddTemplate), ...ofTemplates },
  { path: `${paths.templates}/:id/edit`, page: lazyPart(async () => (await form()).EditTemplate), ...ofTemplates },
  {
    path: paths.seal,
    page: lazyPart(async () => (await import('./OfficeSealPage.tsx')).OfficeSealPage),
    right: 'office.read',
    menu: { icon: <SafetyCertificateOutlined />, group: 'office', order: 43, title: 'notarization:seal.title' },
  },
] satisfies PageEntry[]
