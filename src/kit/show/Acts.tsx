import { Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Act } from '../../../contract/platform/history.ts'
import { formatInstant } from '../plain/format.ts'
import type { Field, Resource } from '../resource/resource.ts'
import { fieldWords, sayKey } from '../resource/words.ts'
import { changeText } from './change-text.ts'

interface Props {
  acts: Act[]
  /** The domain whose words name the fields that changed. */
  words: Resource['words']
  /** Tells which changed values are amounts and persons. */
  fields?: Kinds
}
export type Kinds = Record<string, Pick<Field<never>, 'kind'> | undefined>

interface Changes {
  changes?: Record<string, { from: unknown; to: unknown }>
}

/** Who did what with a record and when, and what a save changed; the service writes it, nobody edits it. */
export function Acts({ acts, words, fields = {} }: Props) {
  return (
    <Timeline
      items={acts.map((act) => ({
        key: `${act.at}${act.action}`,
        content: <Entry act={act} words={words} fields={fields} />,
      }))}
    />
  )
}

function Entry({ act, words, fields }: { act: Act } & Required<Omit<Props, 'acts'>>) {
  const { t } = useTranslation(['common', 'audit', words])
  const { changes } = act.details as Changes
  return (
    <>
      <strong>{sayKey(t, `audit:event.${act.action.replace('.', '-')}`)}</strong>
      <div className="skz-lead">
        <time dateTime={act.at}>{formatInstant(act.at)}</time> ·{' '}
        {act.actor === 'system' ? t('show.system') : act.actor === 'visitor' ? t('audit:value.nobody') : act.actor}
      </div>
      {changes && (
        <ul className="skz-plain">
          {Object.entries(changes).map(([name, c]) => (
            <li key={name}>
              {t('show.changed', {
                name: fieldWords(t, { words }, name),
                from: changeText(t, words, name, c.from, fields[name]?.kind),
                to: changeText(t, words, name, c.to, fields[name]?.kind),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
