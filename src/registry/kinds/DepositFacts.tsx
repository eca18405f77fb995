import { Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { formatInstant, formatSize } from '../../kit/plain/format.ts'

interface Told {
  startedAt?: string
  finishedAt?: string
  originals?: { path: string; name: string; claimed: { sha256: string } | null }[]
  deposited?: { sha256: string; sm3: string | null; size: number | null; name: string }
  work?: {
    title: string
    kind: string
    author: string
    owner: string
    obtainWay: string
    createdOn: string
    publishState: string
    publishedOn: string | null
    description: string
  }
}

/** How files, a hash or a work came to the platform, as the sealed statement tells it. */
export function DepositFacts({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['evidence', 'common'])
  const { startedAt, finishedAt, originals = [], deposited, work } = (evidence.capture ?? {}) as Told
  const times = [
    { label: t('deposit.begun'), children: formatInstant(startedAt) },
    { label: t('deposit.received'), children: formatInstant(finishedAt) },
  ]
  return (
    <>
      {work && (
        <Descriptions
          className="skz-section"
          bordered
          size="small"
          column={{ xs: 1, md: 2 }}
          title={t('deposit.work')}
          items={workItems(t as never, work)}
        />
      )}
      <Descriptions
        className="skz-section"
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          ...times,
          ...(deposited
            ? [
                { label: t('field.fileName'), children: <span className="skz-break">{deposited.name}</span> },
                { label: t('field.fileSize'), children: formatSize(deposited.size) },
                {
                  label: t('deposit.sha256'),
                  span: 'filled' as const,
                  children: <CopyText text={deposited.sha256} label={t('deposit.sha256')} />,
                },
                ...(deposited.sm3
                  ? [
                      {
                        label: t('deposit.sm3'),
                        span: 'filled' as const,
                        children: <CopyText text={deposited.sm3} label={t('deposit.sm3')} />,
                      },
                    ]
                  : []),
              ]
            : []),
          ...originals.map((o) => ({
            label: t('field.fileName'),
            span: 'filled' as const,
            children: (
              <span className="skz-two-lines skz-whole">
                <span>{o.name}</span>
                <small>{t(o.claimed ? 'deposit.same' : 'deposit.unclaimed')}</small>
              </span>
            ),
          })),
        ]}
      />
    </>
  )
}

function workItems(t: (key: string, params?: Record<string, string>) => string, w: NonNullable<Told['work']>) {
  return [
    { label: t('deposit.title'), children: w.title },
    { label: t('field.kind'), children: t(`choice.kind.${w.kind}`) },
    { label: t('field.author'), children: w.author },
    { label: t('field.owner'), children: w.owner },
    { label: t('deposit.obtainWay'), children: t(`choice.obtainWay.${w.obtainWay}`) },
    { label: t('field.createdOn'), children: w.createdOn },
    {
      label: t('field.publishState'),
      children: w.publishedOn
        ? t('common:noted', { text: t(`choice.publishState.${w.publishState}`), note: w.publishedOn })
        : t(`choice.publishState.${w.publishState}`),
    },
    {
      label: t('deposit.description'),
      span: 'filled' as const,
      children: <span className="skz-long">{w.description || '-'}</span>,
    },
  ]
}
