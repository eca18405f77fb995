import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import type { Resource } from '../../kit/resource/resource.ts'
import { EvidenceState } from '../parts/EvidenceState.tsx'
import { Took } from '../parts/Took.tsx'

interface Of {
  evidence: EvidenceDetail
}

function PreservationNumber({ evidence }: Of) {
  const { t } = useTranslation(['evidence'])
  return <CopyText text={evidence.ano} label={t('field.ano')} />
}

function Owner({ evidence }: Of) {
  const { t } = useTranslation(['evidence'])
  const { identity } = evidence
  return (
    <>
      {evidence.ownerName}{' '}
      <Tag {...(identity ? { color: 'success' } : {})}>{t(`identity.${evidence.ownerIdentity}`)}</Tag>
      {identity && (
        <span className="skz-lead">
          {t('identityOf', { name: identity.name, number: identity.number, way: t(`way.${identity.way}`) })}
        </span>
      )}
    </>
  )
}

/** With what is worked out of it. */
export type SummaryRow = EvidenceDetail & { took?: number }

/** What the page of an evidence says beyond its list; each kind chooses of it. */
export const summaryFields = {
  category: { kind: 'choice' },
  ano: { kind: 'text', cell: (e) => <PreservationNumber evidence={e} /> },
  status: { kind: 'choice', cell: (e) => <EvidenceState row={e} reason={false} /> },
  ownerName: { kind: 'text', cell: (e) => <Owner evidence={e} /> },
  operator: { kind: 'person' },
  label: { kind: 'text' },
  url: { kind: 'url' },
  statementSha256: { kind: 'hash' },
  date: { kind: 'instant' },
  start_time: { kind: 'instant' },
  end_time: { kind: 'instant' },
  took: { kind: 'number', cell: (e) => <Took seconds={e.longTime} /> },
  sealedAt: { kind: 'instant' },
  tags: { kind: 'tags' },
  remark: { kind: 'long-text' },
} satisfies Resource<SummaryRow>['fields']
export type SummaryField = keyof typeof summaryFields
