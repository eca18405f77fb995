import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { factsOfKind, kindOfCategory } from '../../../contract/evidence/kinds.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { Acts } from '../../kit/show/Acts.tsx'
import type { Tab } from '../../kit/page/TabStrip.tsx'
import { sayKey } from '../../kit/resource/words.ts'
import { viewOf } from '../parts/kind-view.ts'
import { CertificateTab } from './CertificateTab.tsx'
import { EvidenceFiles } from './EvidenceFiles.tsx'
import { EvidenceSummary } from './EvidenceSummary.tsx'
import { TrustFacts } from './TrustFacts.tsx'

/** Summary and history of any evidence; once it is fixed, its files and what its kind shows around them. */
export function useEvidenceTabs(evidence: EvidenceDetail, lacksOriginal: boolean): Tab[] {
  const { t } = useTranslation(['evidence'])
  const { can } = useConsole()
  const isFixed = evidence.status === 'collected' || evidence.status === 'to-confirm'
  const renamable = factsOfKind(kindOfCategory(evidence.category)).origin === 'deposited' && can('evidence.write')
  const summary = (
    <>
      <EvidenceSummary evidence={evidence} />
      <TrustFacts facts={evidence.trust} />
    </>
  )
  const files: Tab = {
    key: 'files',
    label: t('tab.files', { count: evidence.files.length }),
    children: <EvidenceFiles files={evidence.files} renamable={renamable} />,
  }
  const ofKind = (beforeFiles: boolean): Tab[] =>
    viewOf(evidence)
      .tabs.filter((tab) => (tab.beforeFiles ?? false) === beforeFiles)
      .map(({ name, show: Show }) => ({
        key: name,
        label: sayKey(t, `evidence:tab.${name}`),
        children: <Show evidence={evidence} />,
      }))
  return [
    { key: 'summary', label: t('tab.summary'), children: summary },
    ...(isFixed ? [...ofKind(true), ...(lacksOriginal ? [] : [files]), ...ofKind(false)] : []),
    ...(evidence.certified
      ? [{ key: 'certificate', label: t('tab.certificate'), children: <CertificateTab evidence={evidence} /> }]
      : []),
    { key: 'history', label: t('tab.history'), children: <Acts acts={evidence.events} words="evidence" /> },
  ]
}
