import { AppstoreOutlined, GlobalOutlined, MailOutlined, MessageOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import type { Right } from '../../contract/kit/rights.ts'
import { lazyPart } from '../kit/lazy-part.ts'

export interface PageEntry {
  path: string
  page: ComponentType
  right: Right
  /** Where the menu shows it; absent for pages reached from others. */
  menu?: { icon: ReactNode; words: 'browse' | 'evidence' | 'web' | 'feedback' | 'outbox' }
}

const EvidencePage = lazyPart(async () => {
  const [{ EvidenceList }, { evidence }] = await Promise.all([import('../evidence/EvidenceList.tsx'), import('../evidence/evidence.resource.tsx')])
  return () => <EvidenceList key="evidence" resource={evidence} />
})
const WebPage = lazyPart(async () => {
  const [{ EvidenceList }, { webCaptures }] = await Promise.all([import('../evidence/EvidenceList.tsx'), import('../evidence/evidence.resource.tsx')])
  return () => <EvidenceList key="web" resource={webCaptures} />
})

/** Every page of the console, in menu order. */
export const pages: PageEntry[] = [
  { path: '/browse', page: lazyPart(async () => (await import('./Browse.tsx')).Browse), right: 'signed-in', menu: { icon: <AppstoreOutlined />, words: 'browse' } },
  { path: '/evidence', page: EvidencePage, right: 'evidence.read', menu: { icon: <SafetyCertificateOutlined />, words: 'evidence' } },
  { path: '/onlineForensics/url', page: WebPage, right: 'evidence.read', menu: { icon: <GlobalOutlined />, words: 'web' } },
  { path: '/onlineForensics/web/add', page: lazyPart(async () => (await import('../captures/WebCaptureForm.tsx')).WebCaptureForm), right: 'captures.start' },
  { path: '/onlineForensics/web/addExcel', page: lazyPart(async () => (await import('../captures/WebCaptureSheet.tsx')).WebCaptureSheet), right: 'captures.start' },
  { path: '/attestation/:id', page: lazyPart(async () => (await import('../evidence/EvidenceShow.tsx')).EvidenceShow), right: 'evidence.read' },
  { path: '/operator/feedback', page: lazyPart(async () => (await import('../operator/FeedbackList.tsx')).FeedbackList), right: 'operator.feedback', menu: { icon: <MessageOutlined />, words: 'feedback' } },
  { path: '/operator/outbox', page: lazyPart(async () => (await import('../operator/OutboxList.tsx')).OutboxList), right: 'operator.outbox', menu: { icon: <MailOutlined />, words: 'outbox' } },
]
