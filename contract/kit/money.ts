/*
 * Amounts are whole fen; people read and write yuan. Between the two stand only digits, never a fraction in binary.
 */

/** 123450 as `1234.50`. */
export function yuanOf(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0')
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** 1234567.50 as `1,234,567.50`, with two digits at most behind the point. By digits: a formatter takes a phone 40 ms to make. */
export const groupedDigits = (digits: string): string => digits.replaceAll(/\B(?=(?:\d{3})+(?:\.|$))/g, ',')

/** 123450 as `¥1,234.50`. */
export const formatMoney = (fen: number): string => `${fen < 0 ? '-' : ''}¥${groupedDigits(yuanOf(Math.abs(fen)))}`

/** A sheet's number as its program shows it: fifteen digits, and none that only binary fractions have. */
export const plainDigits = (number: string): string => String(Number(Number(number).toPrecision(15)))

/** Yuan with at most two digits behind the point, as Alipay and bills write them; by digits, never by a fraction in binary. */
export function fenOfYuan(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  const [, sign, yuan, rest = ''] = (typeof text === 'string' && /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text)) || []
  return yuan === undefined ? undefined : Number(`${sign}${yuan}${rest.padEnd(2, '0')}`) || 0
}
