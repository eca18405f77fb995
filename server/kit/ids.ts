import { createHash, randomBytes, randomInt } from 'node:crypto'
import { shanghaiDay } from '../../contract/kit/shanghai-time.ts'

/** UUID v7 (RFC 9562): time-ordered, made here because production PostgreSQL may lack `uuidv7()`. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text may be compared with a `uuid` column; PostgreSQL answers any other with an error. */
export const isUuid = (text: string) => uuid.test(text)

const inviteSigns = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code to be told to a friend: 40 random bits, without signs that look alike. */
export const newInviteCode = () => Array.from({ length: 8 }, () => inviteSigns[randomInt(inviteSigns.length)]).join('')

/** Luhn (ISO/IEC 7812-1) check digit: catches every single mistyped digit and most swaps. */
export function checkDigit(digits: string): string {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const d = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 === 0 ? d * 2 : d
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return String((10 - (sum % 10)) % 10)
}

/** So many random digits. */
const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** yyMMdd in Asia/Shanghai. */
const shortDay = (at: Date) => shanghaiDay(at).slice(2).replaceAll('-', '')

/** Preservation number: yyMMdd in Asia/Shanghai, 11 random digits, one check digit. */
export function newPreservationNumber(now = new Date()): string {
  const digits = shortDay(now) + randomDigits(11)
  return digits + checkDigit(digits)
}

/** Of something to be paid: yyMMdd in Asia/Shanghai and 14 random digits, longer than a preservation number, so that nobody takes one for the other. */
export const newOrderNumber = (now = new Date()) => shortDay(now) + randomDigits(14)

/** 256 random bits for bearer secrets, URL-safe. */
export const newSecret = () => randomBytes(32).toString('base64url')

/** All that is kept of a secret that whoever holds it brings along. */
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()
