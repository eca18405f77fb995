import { numberOf } from '../../../contract/kit/typed/clean.ts'
import { isCreditCode, isResidentId } from '../../../contract/kit/identity.ts'
import type { CardRead, LicenceRead } from '../../../contract/real-name/certify.ts'

/** What a vendor says it read; empty and missing are the same. */
export interface SaidOfCard {
  name?: unknown
  number?: unknown
  authority?: unknown
  valid?: unknown
}
export interface SaidOfLicence {
  name?: unknown
  code?: unknown
  person?: unknown
  address?: unknown
}

const most = 200
const text = (value: unknown) =>
  typeof value === 'string'
    ? value
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
        .trim()
        .slice(0, most)
    : ''
const tight = (value: unknown) => numberOf(text(value))

/** The last day out of `2015.03.01-2035.03.01`, or that there is none. */
function validUntil(value: unknown): string {
  const said = text(value)
  if (said.includes('长期')) return 'long'
  const [, year, month, day] = /(\d{4})[.\-/年](\d{1,2})[.\-/月](\d{1,2})日?\s*$/.exec(said) ?? []
  return year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : ''
}

const given = <T extends Record<string, string>>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')) as Partial<T>

/** A number whose check does not fit was misread: it is left to the person, not filled in wrong. */
export const cardOf = (said: SaidOfCard): Omit<CardRead, 'problem'> =>
  given({
    name: text(said.name),
    idNumber: isResidentId(tight(said.number)) ? tight(said.number) : '',
    authority: text(said.authority),
    validUntil: validUntil(said.valid),
  })
export const licenceOf = (said: SaidOfLicence): Omit<LicenceRead, 'problem'> =>
  given({
    name: text(said.name),
    regNum: isCreditCode(tight(said.code)) ? tight(said.code) : '',
    person: text(said.person),
    address: text(said.address),
  })
