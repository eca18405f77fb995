import { z } from 'zod'
import type { CallGroup } from '../../contract/kit/call.ts'
import { AnyPhone, Fen, OptionalAnyPhone, Person, Phone, Sha256 } from '../../contract/kit/fields.ts'

interface Guess {
  name: string
  kind: 'text' | 'choice' | 'flag' | 'instant' | 'number' | 'tags' | 'money' | 'phone' | 'person' | 'hash' | 'url'
  values: readonly string[]
}

/** The contract's own schemas that say more than their type. */
const known = new Map<z.ZodType, Guess['kind']>([
  [Fen, 'money'],
  [Phone, 'phone'],
  [AnyPhone, 'phone'],
  [OptionalAnyPhone, 'phone'],
  [Sha256, 'hash'],
])

/** Rows repeat what was checked before as mere text; then the name tells. */
const byName = (name: string): Guess['kind'] =>
  /phone$/i.test(name) ? 'phone' : /(sha256|sm3|hash)$/i.test(name) ? 'hash' : 'text'

/** What kind of field a schema speaks of; undefined for what no field shows, such as ids. */
export function guessField([name, type]: [string, z.ZodType]): Guess | undefined {
  let inner: z.ZodType = type
  while (inner instanceof z.ZodNullable || inner instanceof z.ZodOptional || inner instanceof z.ZodDefault)
    inner = inner.unwrap() as z.ZodType
  const of = (kind: Guess['kind'], values: readonly string[] = []) => ({ name, kind, values })
  const kind = known.get(inner)
  if (kind) return of(kind)
  if (/^(id|key|version)$/.test(name) || inner instanceof z.ZodUUID) return undefined
  if (inner instanceof z.ZodEnum) return of('choice', inner.options as string[])
  if (inner instanceof z.ZodBoolean) return of('flag')
  if (inner instanceof z.ZodISODateTime) return of('instant')
  if (inner instanceof z.ZodNumber) return of(name.endsWith('Fen') ? 'money' : 'number')
  if (inner instanceof z.ZodArray) return of('tags')
  if (inner instanceof z.ZodURL) return of('url')
  if (inner instanceof z.ZodObject) return 'id' in inner.shape && 'name' in inner.shape ? of('person') : undefined
  return inner instanceof z.ZodString ? of(byName(name)) : undefined
}

/** The call of a group that gives all persons to choose from. */
export const peopleCall = (calls: CallGroup): string | undefined =>
  Object.entries(calls).find(
    ([, { reply }]) =>
      reply instanceof z.ZodObject &&
      reply.shape['list'] instanceof z.ZodArray &&
      reply.shape['list'].element === Person,
  )?.[0]
