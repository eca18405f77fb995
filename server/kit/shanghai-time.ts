/** The day in Asia/Shanghai, `2026-11-21`. */
export const shanghaiDay = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

/** `2026-11-21 16:37:57 (UTC+8)`: Asia/Shanghai has had no other offset since 1991. */
export function shanghaiTime(iso: string): string {
  const shifted = new Date(Date.parse(iso) + 8 * 3_600_000).toISOString()
  return `${shifted.slice(0, 10)} ${shifted.slice(11, 19)} (UTC+8)`
}
