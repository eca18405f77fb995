import { z } from 'zod'
import { mostFen } from '../../../../contract/kit/fields.ts'
import { Day } from '../../../../contract/kit/page.ts'
import type { Filter, Resource } from '../../resource/resource.ts'
import { fieldWords, type Words } from '../../resource/words.ts'

/** The longest text that any filter asks for. */
export const longestFilter = 100

const isFen = (text: string) => /^(0|[1-9]\d{0,14})$/.test(text) && Number(text) <= mostFen

/** What each kind takes from an address. Whatever else stands there counts as nothing. */
const sound: { [K in Filter['kind']]: (text: string, filter: Extract<Filter, { kind: K }>) => boolean } = {
  keyword: () => true,
  text: () => true,
  remote: () => true,
  reference: () => true,
  choice: (text, { values }) => values.includes(text),
  flag: (text) => text === 'true',
  days: (text) => Day.safeParse(text).success,
  money: isFen,
  person: (text) => z.uuid().safeParse(text).success,
}

/** Names under which a filter stands in the address and goes over the wire. */
export function namesOf(name: string, { kind }: Filter): string[] {
  if (kind === 'days') return ['startDate', 'endDate']
  return kind === 'money' ? [`${name}From`, `${name}To`] : [name]
}

export function readFilters(params: URLSearchParams, filters: Resource['filters']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) =>
      namesOf(name, filter).flatMap((wire) => {
        const text = params.get(wire)?.trim().slice(0, longestFilter)
        return text && sound[filter.kind](text, filter as never) ? [[wire, text] as const] : []
      }),
    ),
  )
}

/** How a filter is called: as the field of its name, unless it says whose words it has. */
export const filterWords = (t: Words, resource: Parameters<typeof fieldWords>[1], name: string, filter: Filter) =>
  fieldWords(t, resource, filter.kind === 'remote' && filter.of ? filter.of : name)
