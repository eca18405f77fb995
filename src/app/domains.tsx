import { AppstoreOutlined, GlobalOutlined, MailOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { lazy, type ComponentType, type ReactNode } from 'react'
import type { Right } from '../../contract/kit/rights.ts'

export interface PageEntry {
  path: string
  page: ComponentType
  right: Right
  /** Where the menu shows it; absent for pages reached from others. */
  menu?: { icon: ReactNode; words: 'browse' | 'evidence' | 'web' | 'outbox' }
}

const EvidencePage = lazy(async () => {
  const [{ EvidenceList }, { evidence }] = await Promise.all([import('../evidence/EvidenceList.tsx'), import('../evidence/evidence.resource.tsx')])
  return { default: () => <EvidenceList key="evidence" resource={evidence} /> }
})
const WebPage = lazy(async () => {
  const [{ EvidenceList }, { webCaptures }] = await Promise.all([import('../evidence/EvidenceList.tsx'), import('../evidence/evidence.resource.tsx')])
  return { default: () => <EvidenceList key="web" resource={webCaptures} /> }
})

/** Every page of the console, in menu order. */
export const pages: PageEntry[] = [
  { path: '/browse', page: lazy(async () => ({ default: (await import('./Browse.tsx')).Browse })), right: 'signed-in', menu: { icon: <AppstoreOutlined />, words: 'browse' } },
  { path: '/evidence', page: EvidencePage, right: 'evidence.read', menu: { icon: <SafetyCertificateOutlined />, words: 'evidence' } },
  { path: '/onlineForensics/url', page: WebPage, right: 'evidence.read', menu: { icon: <GlobalOutlined />, words: 'web' } },
  { path: '/onlineForensics/web/add', page: lazy(async () => ({ default: (await import('../captures/WebCaptureForm.tsx')).WebCaptureForm })), right: 'captures.start' },
  { path: '/onlineForensics/web/addExcel', page: lazy(async () => ({ default: (await import('../captures/WebCaptureSheet.tsx')).WebCaptureSheet })), right: 'captures.start' },
  { path: '/attestation/:id', page: lazy(async () => ({ default: (await import('../evidence/EvidenceShow.tsx')).EvidenceShow })), right: 'evidence.read' },
  { path: '/operator/outbox', page: lazy(async () => ({ default: (await import('../operator/OutboxList.tsx')).OutboxList })), right: 'operator.outbox', menu: { icon: <MailOutlined />, words: 'outbox' } },
]
