import { Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Act } from '../../../contract/platform/history.ts'
import { formatInstant, nameOfPerson } from '../format.ts'
import { formatMoney } from '../money.ts'
import type { Field, FieldKind, Resource } from '../resource.ts'
import { fieldWords, sayKey } from '../words.ts'

interface Props {
  acts: Act[]
  /** The domain whose words `event.<act with a dash>` tell of them. */
  words: Resource['words']
  /** Tells which changed values are amounts and persons. */
  fields?: Kinds
}
export type Kinds = Record<string, Pick<Field<never>, 'kind'> | undefined>

interface Changes {
  changes?: Record<string, { from: unknown; to: unknown }>
}

/** A value before or after a change, as its kind reads. */
export function said(value: unknown, kind: FieldKind | undefined): string {
  if (value === null || value === undefined || value === '') return '-'
  if (kind === 'money') return formatMoney(Number(value))
  if (kind === 'person') return nameOfPerson(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** Who did what with a record and when, and what a save changed; the service writes it, nobody edits it. */
export function Acts({ acts, words, fields = {} }: Props) {
  return <Timeline items={acts.map((act) => ({ key: `${act.at}${act.action}`, content: <Entry act={act} words={words} fields={fields} /> }))} />
}

function Entry({ act, words, fields }: { act: Act } & Required<Omit<Props, 'acts'>>) {
  const { t } = useTranslation(['common', words])
  const { changes } = act.details as Changes
  return (
    <>
      <strong>{sayKey(t, `${words}:event.${act.action.replace('.', '-')}`, { defaultValue: act.action })}</strong>
      <div className="skz-lead"><time dateTime={act.at}>{formatInstant(act.at)}</time> · {act.actor === 'system' ? t('show.system') : act.actor}</div>
      {changes && <ul className="skz-plain">{Object.entries(changes).map(([name, c]) => <li key={name}>{t('show.changed', { name: fieldWords(t, { words }, name), from: said(c.from, fields[name]?.kind), to: said(c.to, fields[name]?.kind) })}</li>)}</ul>}
    </>
  )
}
