import { Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import { historyCalls, type Act, type SubjectKind } from '../../../contract/platform/history.ts'
import { formatInstant } from '../format.ts'
import { Failed, Loading, Nothing } from '../Panels.tsx'
import type { Resource } from '../resource.ts'
import { useRead } from '../useCall.ts'
import { fieldWords, sayKey } from '../words.ts'

interface Props {
  kind: SubjectKind
  id: string
  words: Resource['words']
}

interface Changes {
  changes?: Record<string, { from: unknown; to: unknown }>
}

const asText = (value: unknown) => (value === null || value === undefined || value === '' ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean))

/** Who did what with a record and when, and what a save changed. */
export function History({ kind, id, words }: Props) {
  const { t } = useTranslation(['common', words])
  const { data, error, refetch } = useRead(historyCalls.of, { params: { kind, id } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!data.list.length) return <Nothing text={t('show.noHistory')} />
  return <Timeline items={data.list.map((act) => ({ key: `${act.at}${act.action}`, content: <Entry act={act} words={words} /> }))} />
}

function Entry({ act, words }: { act: Act; words: Resource['words'] }) {
  const { t } = useTranslation(['common', words])
  const { changes } = act.details as Changes
  return (
    <>
      <strong>{sayKey(t, `${words}:event.${act.action.replace('.', '-')}`, { defaultValue: act.action })}</strong>
      <div className="skz-lead"><time dateTime={act.at}>{formatInstant(act.at)}</time> · {act.actor === 'system' ? t('show.system') : act.actor}</div>
      {changes && <ul className="skz-plain">{Object.entries(changes).map(([name, c]) => <li key={name}>{t('show.changed', { name: fieldWords(t, { words }, name), from: asText(c.from), to: asText(c.to) })}</li>)}</ul>}
    </>
  )
}
