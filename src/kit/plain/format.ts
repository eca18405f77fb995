import type { Person } from '../../../contract/kit/fields.ts'
import { groupedDigits } from '../../../contract/kit/money.ts'
import { shanghaiDay, shanghaiText } from '../../../contract/kit/shanghai-time.ts'

/** An instant in Asia/Shanghai, as every document of the platform shows it: 2026-11-21 16:05:09. */
export function formatInstant(iso: string | null | undefined): string {
  if (!iso) return '-'
  return shanghaiText(new Date(iso))
}

/** Today in Asia/Shanghai, as forms ask for days: 2026-11-21. */
export const today = () => shanghaiDay(new Date())

/** Specification §9: B, KB, MB or GB with two decimals. */
export function formatSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '-'
  const units = ['B', 'KB', 'MB', 'GB'] as const
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 3)
  return power === 0 ? `${bytes} B` : `${(bytes / 1024 ** power).toFixed(2)} ${units[power]}`
}

/** Specification §9: days, hours, minutes, seconds; parts that are nought are left out. */
export function durationParts(seconds: number): { unit: 'day' | 'hour' | 'minute' | 'second'; count: number }[] {
  const parts = [
    { unit: 'day', count: Math.floor(seconds / 86_400) },
    { unit: 'hour', count: Math.floor((seconds % 86_400) / 3_600) },
    { unit: 'minute', count: Math.floor((seconds % 3_600) / 60) },
    { unit: 'second', count: seconds % 60 },
  ] as const
  const some = parts.filter((p) => p.count > 0)
  return some.length ? [...some] : [parts[3]]
}

/** Specification §9: how much of a hash is shown, by the room there is: on a phone's card, in a cell, in a line of its own. */
const hashHeads = { card: 5, cell: 9, line: 12 } as const
const hashTail = 6
export type HashRoom = keyof typeof hashHeads

/** A hash shortened in the middle: enough to tell two apart, the whole is one copy away. */
export function shortenHash(hash: string, room: HashRoom = 'cell'): string {
  const head = hashHeads[room]
  return hash.length <= head + hashTail + 1 ? hash : `${hash.slice(0, head)}…${hash.slice(-hashTail)}`
}

/** Specification §9: thousands separators and two decimals; counts ask for none. */
export function formatNumber(value: number, decimals = 2): string {
  return new Intl.NumberFormat('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    roundingMode: 'halfExpand',
  }).format(value)
}

/** A count, which is whole: 1,234,567. */
export const formatCount = (count: number): string => groupedDigits(String(count))

/** Who it is; rows of the specification keep the name alone. */
export const nameOfPerson = (person: unknown): string => (typeof person === 'string' ? person : (person as Person).name)
