import { Descriptions, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { durationParts, formatInstant } from '../../kit/format.ts'
import { EvidenceState } from '../parts/EvidenceState.tsx'

export function EvidenceSummary({ evidence: e }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['evidence', 'captures'])
  const items = [
    { label: t('field.ano'), children: <CopyText text={e.ano} label={t('field.ano')} /> },
    { label: t('field.status'), children: <EvidenceState row={e} reason={false} /> },
    { label: t('field.owner'), children: <>{e.ownerName} <Tag>{t(`identity.${e.ownerIdentity}`)}</Tag></> },
    { label: t('field.operator'), children: e.operator },
    { label: t('field.url'), span: 'filled' as const, children: e.url ? <a href={e.url} target="_blank" rel="noreferrer noopener" className="skz-break">{e.url}</a> : '-' },
    ...(e.statementSha256 ? [{ label: t('field.statement'), span: 'filled' as const, children: <CopyText text={e.statementSha256} label={t('field.statement')} /> }] : []),
    { label: t('field.date'), children: formatInstant(e.date) },
    { label: t('field.start'), children: formatInstant(e.start_time) },
    { label: t('field.end'), children: formatInstant(e.end_time) },
    { label: t('field.took'), children: e.longTime === null ? '-' : durationParts(e.longTime).map((p) => t(`duration.${p.unit}`, { count: p.count })).join(' ') },
    { label: t('field.sealed'), children: formatInstant(e.sealedAt) },
    { label: t('field.tags'), children: e.tags.length ? e.tags.map((tag) => <Tag key={tag}>{tag}</Tag>) : '-' },
    { label: t('field.remark'), children: e.remark || '-' },
  ]
  return <Descriptions bordered size="small" column={{ xs: 1, md: 2 }} items={items} />
}
