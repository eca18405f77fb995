import qs from 'qs'
import type { z } from 'zod'
import { type FieldProblem, problemsOf } from '../../../contract/kit/issues.ts'
import { isBlankText } from '../../../contract/kit/typed/clean.ts'

type Given = Record<string, unknown>

/** No call takes more: a form beyond is cut as its fields are counted, and then refused for what is missing. */
const limits = { depth: 4, parameterLimit: 2_000, arrayLimit: 2_000 } as const

/**
 * The fields of a form or an address, nested as JSON would be: `ids=a&ids=b`, `ids[]=a`, `items[0][code]=a` and `items[0].code=a`. Names of what
 * every object has from birth are left out.
 */
export const decodeFields = (text: string): Given => qs.parse(text, { ...limits, allowDots: true }) as Given

const passes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** A part that may be absent and may not be empty: asked anew for each schema only once. */
const blankIsAbsent = new WeakMap<z.ZodType, boolean>()
function mayBeLeftOut(schema: z.ZodType): boolean {
  const known = blankIsAbsent.get(schema)
  if (known !== undefined) return known
  const found = !passes(schema, '') && passes(schema, undefined)
  blankIsAbsent.set(schema, found)
  return found
}

/** Spaces alone are as blank as nothing, unless they are taken for what they are: a search, a password. */
const isLeftOut = (schema: z.ZodType, part: unknown) =>
  typeof part === 'string' && isBlankText(part) && mayBeLeftOut(schema) && (part === '' || !passes(schema, part))

/**
 * What a request carries, as its schema takes it. Old clients send the fields that they do not use empty (specification §7), so a blank part
 * that may be absent and cannot be blank is absent. Lists and objects may come as JSON within a form.
 */
export function readFields(schema: z.ZodType, given: unknown): unknown {
  const inner = innerOf(schema)
  if (inner.def.type === 'array' && Array.isArray(given)) {
    const { element } = inner as unknown as z.ZodArray<z.ZodType>
    return given.map((item) => readFields(element, item))
  }
  if (inner.def.type !== 'object') return given
  const value = typeof given === 'string' ? fromJson(given) : given
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return given
  const { shape } = inner as unknown as z.ZodObject<Record<string, z.ZodType>>
  const known = Object.entries(shape).flatMap(([name, of]): [string, unknown][] => {
    if (!Object.hasOwn(value, name)) return []
    const part = (value as Given)[name]
    return isLeftOut(of, part) ? [] : [[name, readFields(of, listOf(of, part))]]
  })
  return Object.fromEntries([...known, ...someOthers(shape, value)])
}

/** A schema that takes no others, and text that cannot be kept, are told of by the first of them. */
const mostOthers = 20

/** Names that a schema does not know, a few of them and without what they hold: nobody reads it, and a body has room for thousands. */
function someOthers(shape: object, value: object): [string, unknown][] {
  const others: [string, unknown][] = []
  for (const name in value) {
    if (Object.hasOwn(shape, name)) continue
    if (others.length === mostOthers) break
    others.push([name, null])
  }
  return others
}

/** The parts of a body that their schemas take, each by itself. */
export function rightPartsOf(schema: z.ZodType, given: unknown): Given {
  const inner = innerOf(schema)
  if (inner.def.type !== 'object') return {}
  return Object.fromEntries(
    Object.entries((inner as unknown as z.ZodObject<Record<string, z.ZodType>>).shape).flatMap(([name, of]) => {
      const part = of.safeParse((given as Given)[name])
      return part.success ? [[name, part.data]] : []
    }),
  )
}

/** A list of objects as JSON text, or one object where a list was meant. */
function listOf(schema: z.ZodType, part: unknown): unknown {
  const inner = innerOf(schema)
  if (inner.def.type !== 'array') return part
  const element = innerOf((inner as unknown as z.ZodArray<z.ZodType>).element)
  if (element.def.type !== 'object') return part
  return typeof part === 'string' ? fromJson(part) : part
}

function fromJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The object, list or value beneath what makes it optional, gives it a default or reads it from text. */
export function innerOf(schema: z.ZodType): z.ZodType {
  const def = schema.def as unknown as { type: string; innerType?: z.ZodType; in?: z.ZodType; out?: z.ZodType }
  if (def.innerType) return innerOf(def.innerType)
  if (def.type === 'pipe') return innerOf((def.in!.def.type === 'transform' ? def.out : def.in)!)
  return schema
}

/** Codes of what a text's form refuses. */
const ofForm: ReadonlySet<string> = new Set(['invalid_format', 'too_small'])

const memberOf = (part: unknown, name: PropertyKey): unknown =>
  typeof part === 'object' && part !== null && Object.hasOwn(part, name)
    ? (part as Record<PropertyKey, unknown>)[name]
    : undefined

/** Problems of what was given. A blank text that its form refuses is missing: nothing else is said of it. */
export function problemsOfGiven(error: z.ZodError, given: unknown): FieldProblem[] {
  const problems = problemsOf(error, ({ code, path }) => {
    const value = ofForm.has(code) ? path.reduce(memberOf, given) : undefined
    return typeof value === 'string' && isBlankText(value)
  })
  const missing = new Set(problems.flatMap(({ path, key }) => (key === 'required' ? [path] : [])))
  return problems.filter(({ path, key }) => key === 'required' || !missing.has(path))
}
