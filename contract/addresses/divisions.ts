import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { digitsOf } from '../kit/typed/clean.ts'

/** A code of GB/T 2260: two digits each for province, city and county. */
export const DivisionCode = z
  .string()
  .overwrite(digitsOf)
  .min(1)
  .pipe(z.string().regex(/^\d{6}$/, { error: 'division' }))

/** The codes above a county's are part of its own. */
export const provinceOf = (code: string) => `${code.slice(0, 2)}0000`
export const cityOf = (code: string) => `${code.slice(0, 4)}00`

export const Division = z.object({ id: DivisionCode, name: z.string() })
export type Division = z.output<typeof Division>

/** As it is written on a parcel: a city that is its own province is named once. */
export const writePath = (names: readonly string[]) => names.filter((name, i) => name !== names[i - 1]).join(' ')

const one = { params: z.object({ id: DivisionCode }) }
const read = { right: 'signed-in', rate: 'read', idempotent: true } as const

export const divisionCalls = {
  provinces: defineCall({ method: 'GET', path: 'province', reply: z.object({ list: z.array(Division) }), ...read }),
  /** Cities of a province, counties of a city (towns where a city has none); nothing below a county. */
  below: defineCall({
    method: 'GET',
    path: 'region/{id}',
    ...one,
    reply: z.object({ list: z.array(Division) }),
    ...read,
  }),
  /** `path` runs from the province down to the code itself. */
  name: defineCall({
    method: 'GET',
    path: 'region/name/{id}',
    ...one,
    reply: z.object({ name: z.string(), fullName: z.string(), path: z.array(Division) }),
    ...read,
  }),
}
