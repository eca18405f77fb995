import { nameOfPerson } from '../plain/format.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { FieldKind, Resource } from '../resource/resource.ts'
import { choiceWords, type Words } from '../resource/words.ts'

/** Text of a value before or after a change, as its kind reads; the record keeps several choices as one text. */
export function changeText(
  t: Words,
  words: Resource['words'],
  name: string,
  value: unknown,
  kind: FieldKind | undefined,
): string {
  if (value === null || value === undefined || value === '') return '-'
  if (kind === 'choice' || kind === 'choices')
    return String(value as string)
      .split(',')
      .map((v) => choiceWords(t, words, name, v))
      .join(', ')
  if (kind === 'money') return formatMoney(Number(value))
  if (kind === 'person') return nameOfPerson(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}
