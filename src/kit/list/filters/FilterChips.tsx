import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../../contract/kit/money.ts'
import type { Filter, Resource } from '../../resource/resource.ts'
import { sayKey } from '../../resource/words.ts'
import { filterWords, namesOf } from './filter-codec.ts'
import type { ListState } from '../list-state.ts'
import { type Offered, useChoices } from './useChoices.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  state: ListState
  change(changes: Record<string, string | undefined>): void
}

/** The filters that are set, in words, each to be taken away. What is searched for stands in the search itself. */
export function FilterChips<Row extends { id: string }>({ resource, state, change }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const set = Object.entries(resource.filters).filter(
    ([name, filter]) => filter.kind !== 'keyword' && namesOf(name, filter).some((wire) => state.filters[wire]),
  )
  if (!set.length) return null
  return (
    <ul className="skz-chips" aria-label={t('filter.set')}>
      {set.map(([name, filter]) => {
        const label = filterWords(t, resource, name, filter)
        const remove = () => change(Object.fromEntries(namesOf(name, filter).map((wire) => [wire, undefined])))
        return (
          <li key={name}>
            <Tag
              closable={{ 'aria-label': t('clearFilter', { name: label }) }}
              onClose={(e) => (e.preventDefault(), remove())}
            >
              <Said name={name} filter={filter} label={label} state={state} words={resource.words} />
            </Tag>
          </li>
        )
      })}
    </ul>
  )
}

interface SaidProps extends Pick<Props<never>, 'state'> {
  name: string
  filter: Filter
  label: string
  words: Resource['words']
}

function Said({ name, filter, label, state, words }: SaidProps) {
  const { t } = useTranslation(['common', words])
  const [from, to] = namesOf(name, filter).map((wire) => state.filters[wire])
  const range = (least: string | undefined, most: string | undefined) =>
    least && most ? `${least} – ${most}` : least ? t('filter.from', { value: least }) : t('filter.to', { value: most })
  const yuan = (fen: string | undefined) => fen && formatMoney(Number(fen))
  const is = (value: string) => <>{t('filter.is', { name: label, value })}</>
  switch (filter.kind) {
    case 'choice':
      return is(sayKey(t, `${words}:${filter.words}.${from}`))
    case 'days':
      return is(range(from, to))
    case 'money':
      return is(range(yuan(from), yuan(to)))
    case 'person':
    case 'remote':
      return <Chosen filter={filter} value={from!} label={label} />
    case 'text':
      return is(from!)
    default:
      return <>{label}</>
  }
}

function Chosen({ filter, value, label }: { filter: Offered; value: string; label: string }) {
  const { t } = useTranslation()
  return <>{t('filter.is', { name: label, value: useChoices(filter, value).chosen })}</>
}
