/*
 * Text that can only be ASCII is copied from chats, papers and other programs: in full widths, with signs that nobody sees, in groups by which
 * people read. Forms, sheets and calls clean it here alone. Nothing is guessed: whatever else stands in a text stays, and is refused with its field.
 */

/** Signs that nobody sees and that say nothing here: zero widths, marks of direction and of byte order, soft hyphens, controls. */
const unseen = /(?!\s)[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|\ufeff/gu
const spaces = /\s/gu
const wide = /[\uff01-\uff5e]/gu
/** Hyphens, dashes and the minus, as programs set them in place of the one of ASCII. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63]/gu
const between = /(?<=[0-9A-Za-z])-(?=[0-9A-Za-z])/g

const narrow = (text: string) =>
  text.replaceAll(wide, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replaceAll(dashes, '-')

/** The same text in ASCII, as far as there is but one way to read it, without any space. */
export const bareText = (text: string): string => narrow(text.replaceAll(unseen, '').replaceAll(spaces, ''))

/** Nothing that anybody wrote: no text at all, spaces, and what copying brings along. Signs that stand in the place of letters are written. */
export const isBlankText = (text: string): boolean =>
  /^[\s\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]*$/u.test(text)

/** Digits in groups: numbers of evidence, orders, invoices and places, codes that were sent. */
export const digitsOf = (text: string): string => bareText(text).replaceAll(between, '')

/** Digits and capitals in groups: numbers of identity, of taxes, of companies, codes of invitations. */
export const numberOf = (text: string): string => digitsOf(text).toUpperCase()

/** A digest as tools and explorers write it: with `0x` before it, in capitals, in pairs. */
export const hexOf = (text: string): string => bareText(text).toLowerCase().replace(/^0x/, '').replaceAll(/[-:]/g, '')

/** A blank within may stand for a dot, or part two addresses: it stays, and is refused. */
export const mailOf = (text: string): string => narrow(text.replaceAll(unseen, '')).trim().toLowerCase()

const mobile = /^1[3-9]\d{9}$/
/** As people write a mobile: at once, or in the groups in which it is read; in others it is a number of somewhere else. */
const mobileGroups = /^1\d{10}$|^1\d{2}-\d{4}-\d{4}$|^1\d{2}-\d{8}$|^1\d{6}-\d{4}$/
/** From abroad the zero before an area code is left out. */
const areaCode = /^(?:10|2\d|[3-9]\d\d)/

/** A number as it is dialled here: of a mobile the eleven digits, of a landline area code and number with the dash that was written. */
export function phoneOf(text: string): string {
  const grouped = narrow(text.replaceAll(unseen, ''))
    .trim()
    .replaceAll(/[\s.-]+/g, '-')
  const bare = bareText(text).replaceAll(/[().]/g, '')
  const [, prefix, rest = ''] = /^(\+86|0086|86)-?(.*)$/.exec(bare) ?? []
  // Behind the country's own prefix a zero in brackets is left out, and the groups are nobody else's.
  const digits = (prefix ? rest.replace(/^0(?=1[3-9])/, '') : bare).replaceAll('-', '')
  if (mobile.test(digits) && (prefix || mobileGroups.test(grouped))) return digits
  if (!prefix || prefix === '86') return inOneGroup(bare)
  const isHome = /^0|^400/.test(rest) || !areaCode.test(rest)
  return inOneGroup(isHome ? rest : `0${rest}`)
}

/** A landline's own number is written in two groups at times: behind its area code there is but one dash, and one before an extension. */
const inOneGroup = (phone: string) => phone.replace(/^(0\d{2,3}-)(\d{3,4})-(\d{4})$/, '$1$2$3')

const scheme = /^[hH\uff28\uff48][tT\uff34\uff54]{2}[pP\uff30\uff50][sS\uff33\uff53]?[:\uff1a]/u
/** Those that parts of an address are made of; a comma or a bracket of Chinese is none of them. */
const wideParts = /[\uff03-\uff07\uff0a\uff0b\uff0d-\uff1a\uff1c-\uff5e]+/gu
const authority = /^[^/?#\uff0f\uff1f\uff03]*[/\uff0f]{2}[^/?#\uff0f\uff1f\uff03]*[\uff0f\uff1f\uff03]?/u
/** Some scripts join or part their letters by them. */
const joiners = /(?<![^\p{ASCII}\u200c\u200d])[\u200c\u200d]+|[\u200c\u200d]+(?![^\p{ASCII}\u200c\u200d])/gu
/** Of those that nobody sees, the ones that copying brings along: zero-width spaces, marks of direction and byte order, soft hyphens, controls. Others are a part of signs. */
const unseenInPath =
  /(?!\s)[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufff9-\ufffb]|\ufeff/gu

/**
 * The address of a page. Its host is the same in full widths; what follows may hold any sign and stays as it is, unless the very beginning shows
 * that all was typed in full widths.
 */
export function addressOf(text: string): string {
  const bare = text.replaceAll(unseenInPath, '').replaceAll(joiners, '').trim()
  if (!scheme.test(bare)) return bare
  const narrowParts = (part: string) => part.replaceAll(wideParts, narrow)
  return /^[hH]/.test(bare) ? bare.replace(authority, narrowParts) : narrowParts(bare)
}

const ends = /[\u2026\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f]$/u
const brackets: Record<string, string> = {
  '）': '（',
  '】': '【',
  '》': '《',
  '」': '「',
  '』': '『',
  '”': '“',
  '’': '‘',
}
const twins = /[\uff05\uff06\uff0f-\uff19\uff1d\uff1f\uff21-\uff3a\uff41-\uff5a]/u

/** An address that may be read in two ways: the sign at its end may be of the sentence it stood in, or a sign within has a twin in ASCII. */
export function doubtOf(address: string): { key: 'url-ends' | 'url-wide'; sign: string } | undefined {
  const last = address.at(-1) ?? ''
  const opening = brackets[last]
  if (ends.test(address) || (opening && !address.includes(opening))) return { key: 'url-ends', sign: last }
  const [sign] = twins.exec(address) ?? []
  return sign === undefined ? undefined : { key: 'url-wide', sign }
}

/** For rules of forms, which are asked before anything was typed. */
export const typedAs =
  (clean: (text: string) => string) =>
  (typed: unknown): unknown =>
    typeof typed === 'string' ? clean(typed) : typed

/** The text that was taken, where it is not the one that was typed; blanks at the ends are no other text. */
export const takenOf = (typed: string, clean: (text: string) => string): string | undefined => {
  const taken = clean(typed)
  return taken === typed.trim() ? undefined : taken
}
