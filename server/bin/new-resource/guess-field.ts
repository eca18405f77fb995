import { z } from 'zod'
import { AnyPhone, Fen, OptionalAnyPhone, Phone, Sha256 } from '../../../contract/kit/fields.ts'
import type { FieldKind } from './field-kind.ts'
import { peel } from './peel.ts'

export interface Guess {
  name: string
  kind: FieldKind
  /** Of choices: what they are among, and the steps by which code gets there from the field's schema. */
  among?: { schema: z.ZodEnum; steps: string }
}

/** The contract's own schemas that say more than their type. */
const known = new Map<z.ZodType, FieldKind>([
  [Fen, 'money'],
  [Phone, 'phone'],
  [AnyPhone, 'phone'],
  [OptionalAnyPhone, 'phone'],
  [Sha256, 'hash'],
])

/** Rows repeat what was checked before as mere text; then the name tells. */
const byName = (name: string): FieldKind =>
  /phone$/i.test(name) ? 'phone' : /(sha256|sm3|hash)$/i.test(name) ? 'hash' : 'text'

/** An amount in fen is named so, and is whole. */
const isMoney = (name: string, number: z.ZodNumber) => name.endsWith('Fen') && !number.safeParse(100.5).success

/** What kind of field a schema speaks of; undefined for what no field shows, such as ids. */
export function guessField([name, type]: [string, z.ZodType]): Guess | undefined {
  const { inner, steps } = peel(type)
  const of = (kind: FieldKind, among?: Guess['among']): Guess => ({ name, kind, ...(among && { among }) })
  const kind = known.get(inner)
  if (kind) return of(kind)
  if (/^(id|key|version)$/.test(name) || inner instanceof z.ZodUUID) return undefined
  if (inner instanceof z.ZodEnum) return of('choice', { schema: inner, steps })
  if (inner instanceof z.ZodBoolean) return of('flag')
  if (inner instanceof z.ZodISODateTime) return of('instant')
  if (inner instanceof z.ZodNumber) return of(isMoney(name, inner) ? 'money' : 'number')
  if (inner instanceof z.ZodArray) return guessList(name, inner.element as z.ZodType, steps)
  if (inner instanceof z.ZodURL) return of('url')
  if (inner instanceof z.ZodObject) return 'id' in inner.shape && 'name' in inner.shape ? of('person') : undefined
  return inner instanceof z.ZodString ? of(byName(name)) : undefined
}

/** Several of some choices, or words of anybody's; records within a record are no field. */
function guessList(name: string, element: z.ZodType, before: string): Guess | undefined {
  const { inner, steps } = peel(element)
  if (inner instanceof z.ZodEnum)
    return { name, kind: 'choices', among: { schema: inner, steps: `${before}.element${steps}` } }
  return inner instanceof z.ZodString ? { name, kind: 'tags' } : undefined
}

export const valuesOf = ({ among }: Guess) => (among?.schema.options ?? []) as readonly string[]
