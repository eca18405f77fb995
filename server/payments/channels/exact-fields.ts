/** Reading what vendors answered: each yields undefined for what is not exactly of its form. */

export const textIn = (value: unknown, longest = 256): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined

/** Whole fen above nothing, as WeChat writes them. */
export const fenIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** `2026-11-24T10:00:00+08:00` */
export function instantIn(value: unknown): Date | undefined {
  const isOne = typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)
  const at = isOne ? new Date(value) : undefined
  return at && !Number.isNaN(at.getTime()) ? at : undefined
}

/** `2026-11-24 10:00:00`, said of Beijing. */
export const beijingInstantIn = (value: unknown): Date | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
    ? instantIn(`${value.replace(' ', 'T')}+08:00`)
    : undefined

/** What of a text fits in so many bytes of UTF-8, whole characters only. */
export function fitting(text: string, bytes: number): string {
  let [kept, size] = ['', 0]
  for (const { segment } of new Intl.Segmenter('zh').segment(text)) {
    if ((size += Buffer.byteLength(segment)) > bytes) break
    kept += segment
  }
  return kept
}
