import { recordKinds } from '../../../contract/kit/records.ts'
import type { AuditEntry } from '../../../contract/platform/audit.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { sayKey, type Words } from '../../kit/resource/words.ts'

const say = (t: Words, key: string, params: Record<string, unknown> = {}) => sayKey(t, `audit:${key}`, params)
/** Words that may be missing; what people typed is never read as words. */
const known = (t: Words, key: string, otherwise: string, params: Record<string, unknown> = {}) =>
  sayKey(t, key, { ...params, defaultValue: '' }) || otherwise

export const whatWords = (t: Words, { action }: AuditEntry) =>
  known(t, `audit:event.${action.replace('.', '-')}`, action)

export const whoWords = (t: Words, { who, part }: AuditEntry) =>
  part === 'system' ? say(t, 'value.system') : part === 'visitor' ? say(t, 'value.nobody') : who

export const deviceWords = (t: Words, { device }: AuditEntry) =>
  device
    ? say(t, 'value.browserOn', {
        browser: device.browser || say(t, 'value.unknownDevice'),
        system: device.system || say(t, 'value.unknownDevice'),
      })
    : ''

export const chainWords = (t: Words, { chain }: AuditEntry) =>
  chain
    ? say(t, 'value.chained', { batch: chain.batch, index: chain.index + 1, digest: chain.digest })
    : say(t, 'value.waiting')

interface Changes {
  changes?: Record<string, { from: unknown; to: unknown }>
}

/** What an act tells besides, line by line: first what a save changed, then everything else by name. */
export function detailLines(t: Words, { action, subjectKind, details }: AuditEntry): string[] {
  const { changes = {}, ...rest } = details as Changes & Record<string, unknown>
  if (action === 'message.chosen')
    return Object.entries(changes).map(([kind, { from, to }]) =>
      sayKey(t, 'common:show.changed', {
        name: known(t, `messages:choice.subtype.${kind}`, kind),
        from: waysWords(t, from),
        to: waysWords(t, to),
      }),
    )
  const domain = recordKinds[subjectKind].words
  const changed = Object.entries(changes).map(([field, { from, to }]) => {
    const show = (value: unknown) => {
      const words =
        typeof value === 'string' ? value.split(',').map((v) => known(t, `${domain}:choice.${field}.${v}`, '')) : ['']
      return words.every(Boolean) ? words.join(', ') : valueWords(t, field, value, details)
    }
    return sayKey(t, 'common:show.changed', {
      name: known(t, `${domain}:field.${field}`, nameOf(t, field)),
      from: show(from),
      to: show(to),
    })
  })
  return [
    ...changed,
    ...Object.entries(rest).map(([name, value]) =>
      say(t, 'value.named', { name: nameOf(t, name), value: valueWords(t, name, value, details) }),
    ),
  ]
}

/** The ways a message takes, as the record keeps them: by name, in one text. */
const waysWords = (t: Words, ways: unknown) =>
  String(ways)
    .split(',')
    .filter(Boolean)
    .map((way) => known(t, `messages:settings.${way}`, way))
    .join(', ') || '-'

const nameOf = (t: Words, name: string) => known(t, `audit:detail.${name}`, name)

const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Words for values that are one of a few. */
const choices: Record<string, readonly string[]> = {
  scene: ['audit:scene'],
  way: ['audit:way'],
  grants: ['accounts:choice.grants'],
  verdict: ['console:choice.feedbackStatus'],
  reason: ['audit:why', 'captures:failure', 'evidence:feedback.reasons', 'errors:code'],
  queue: ['audit:queue'],
  part: ['notarization:choice.part'],
  state: ['notarization:choice.orderState'],
}

function valueWords(t: Words, name: string, value: unknown, all: Record<string, unknown>): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean') return say(t, value ? 'value.yes' : 'value.no')
  if (Array.isArray(value)) return value.length ? value.map((v) => valueWords(t, name, v, all)).join(', ') : '-'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value as string | number)
  const words = choices[name]?.map((group) => known(t, `${group}.${text}`, '', all)).find(Boolean)
  return words ?? (instant.test(text) ? formatInstant(text) : text)
}
