import { Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Act } from '../../../contract/platform/history.ts'
import { formatInstant } from '../format.ts'
import type { Resource } from '../resource.ts'
import { fieldWords, sayKey } from '../words.ts'

interface Props {
  acts: Act[]
  /** The domain whose words `event.<act with a dash>` tell of them. */
  words: Resource['words']
}

interface Changes {
  changes?: Record<string, { from: unknown; to: unknown }>
}

const asText = (value: unknown) => (value === null || value === undefined || value === '' ? '-' : typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean))

/** Who did what with a record and when, and what a save changed; the service writes it, nobody edits it. */
export function Acts({ acts, words }: Props) {
  return <Timeline items={acts.map((act) => ({ key: `${act.at}${act.action}`, content: <Entry act={act} words={words} /> }))} />
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
