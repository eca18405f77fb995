/** The day in Asia/Shanghai, `2026-11-21`. */
export const shanghaiDay = (at: Date): string => shanghaiText(at).slice(0, 10)

/** `2026-11-21 16:37:57`: Asia/Shanghai has had no other offset than eight hours since 1991. */
export const shanghaiText = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** `2026-11-21 16:37:57 (UTC+8)` */
export const shanghaiTime = (iso: string): string => `${shanghaiText(new Date(iso))} (UTC+8)`
