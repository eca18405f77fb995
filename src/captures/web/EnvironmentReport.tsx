import { Grid } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import type { Tone } from '../../kit/resource/resource.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { StatusTag } from '../../kit/page/StatusTag.tsx'
import { useFileLink } from '../../evidence/parts/useFileLink.ts'

interface Item {
  code: string
  verdict: 'clean' | 'noted' | 'abnormal'
  facts: Record<string, unknown>
}

const tones: Record<Item['verdict'], Tone> = { clean: 'good', noted: 'neutral', abnormal: 'bad' }

/** The state of the machine that captured, read from the sealed report itself. */
export function EnvironmentReport({ evidence: { files } }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['evidence', 'captures'])
  const link = useFileLink()
  const wide = Grid.useBreakpoint().md ?? true
  const file = files.find((f) => f.path.endsWith('environment.json'))
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['environment', file?.id],
    queryFn: async () => ((await (await fetch(link(file!.id))).json()) as { items: Item[] }).items,
    enabled: file !== undefined,
    staleTime: Infinity,
  })
  if (!file) return <Nothing text={t('noEnvironment')} />
  if (isPending) return <Loading />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!wide) {
    return (
      <ul className="skz-cards">
        {data.map((item) => (
          <li key={item.code} className="skz-card">
            <div className="skz-card-head">
              <strong>{t(`captures:environment.${item.code}` as never, { defaultValue: item.code })}</strong>
              <StatusTag tone={tones[item.verdict]}>{t(`environment.${item.verdict}`)}</StatusTag>
            </div>
            <Facts facts={item.facts} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <SmallTable<Item>
      caption={t('tab.environment')}
      rows={data}
      keyOf={(item) => item.code}
      columns={[
        {
          key: 'code',
          title: t('environment.item'),
          width: 220,
          render: (item) => t(`captures:environment.${item.code}` as never, { defaultValue: item.code }),
        },
        {
          key: 'verdict',
          title: t('environment.verdict'),
          width: 110,
          render: (item) => <StatusTag tone={tones[item.verdict]}>{t(`environment.${item.verdict}`)}</StatusTag>,
        },
        { key: 'facts', title: t('environment.value'), render: (item) => <Facts facts={item.facts} /> },
      ]}
    />
  )
}

/** What was found, by name; nested findings as they were recorded. */
function Facts({ facts }: { facts: Item['facts'] }) {
  return (
    <dl className="skz-value">
      {Object.entries(facts ?? {}).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
