import type { StorageUsage } from '../../../contract/evidence/storage.ts'

/** How many of a quota are left; all that anybody may ask for where there is none. */
export const leftOfQuota = (quota: number | null, used: number): number =>
  quota === null ? Infinity : Math.max(0, quota - used)

/** How many bytes may be sent at most where these have room, or what is full, its limit and what of it is taken. */
export type Room = { most: number } | { full: 'unfinished-full' | 'storage-quota'; limit: number; taken: number }

/** Whether so many more bytes have room in an account. What was declared and not sent yet counts as there. */
export function roomFor(bytes: number, { stored, storedLimit, unfinished, unfinishedLimit }: StorageUsage): Room {
  if (unfinished + bytes > unfinishedLimit)
    return { full: 'unfinished-full', limit: unfinishedLimit, taken: unfinished }
  const taken = stored + unfinished
  if (taken + bytes > storedLimit) return { full: 'storage-quota', limit: storedLimit, taken }
  return { most: Math.min(unfinishedLimit - unfinished, storedLimit - taken) }
}
