import type { z } from 'zod'
import type { Call } from '../../../contract/kit/call.ts'

/** Every call takes as much, in spite of what its fields need: old clients send some that nobody reads. */
export const usualBody = 64 * 1024
/** No call's fields bring more, whatever their schemas would let through. */
const mostDerived = 1024 * 1024

/** A sign outside of ASCII in a form: three bytes, each written with three signs. */
const bytesOfSign = 9
/** Numbers, choices, flags, and what stands around a field in a form, its name apart. */
const short = 24
/** Identifiers, hashes, addresses of mail: text of one form that says no end. */
const shaped = 300
/** Whatever else says none, such as a password. */
const unsaid = 1_000
/** A row of a sheet, whose columns its service knows. */
const sheetRow = 5_000

/** The bytes that a body of this call may have. A longer one is refused by its length, and nothing of it is parsed. */
export const bodyBoundOf = ({ body, maxBody }: Pick<Call, 'body' | 'maxBody'>): number =>
  maxBody ?? Math.min(Math.max(usualBody, (body && mostBytes(body)) ?? 0), mostDerived)

interface Def {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  options?: z.ZodType[]
  element?: z.ZodType
  shape?: Record<string, z.ZodType>
  format?: string
  checks?: { _zod: { def: { check: string; maximum?: number } } }[]
}

/** About the most bytes that a right value has, as JSON or in a form; undefined where its schema names no end. */
function mostBytes(schema: z.ZodType): number | undefined {
  const def = schema.def as unknown as Def
  if (def.innerType) return mostBytes(def.innerType)
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape!).reduce(
        (sum, [name, part]) => sum + name.length + short + (mostBytes(part) ?? unsaid),
        short,
      )
    case 'array':
      return (endOf(def) ?? unsaid / short) * (short + (mostBytes(def.element!) ?? unsaid))
    case 'union':
      return Math.max(...def.options!.map((option) => mostBytes(option) ?? unsaid))
    case 'pipe':
      return mostBytes(def.in!) ?? mostBytes(def.out!)
    case 'string':
      return textBytes(def)
    case 'record':
      return sheetRow
    case 'transform':
    case 'unknown':
      return undefined
    default:
      return short
  }
}

function textBytes(def: Def): number | undefined {
  const end = endOf(def)
  if (end !== undefined) return end * bytesOfSign
  return def.format || def.checks?.some(({ _zod }) => _zod.def.check === 'string_format') ? shaped : undefined
}

const endOf = ({ checks }: Def): number | undefined =>
  checks?.find(({ _zod }) => _zod.def.check === 'max_length')?._zod.def.maximum
