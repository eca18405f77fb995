import { z } from 'zod'
import { defineCall } from '../kit/call.ts'

/** How much an account has stored and sent without making anything of it, in bytes, and how much it may. */
export const StorageUsage = z.object({
  stored: z.int(),
  storedLimit: z.int(),
  unfinished: z.int(),
  unfinishedLimit: z.int(),
})
export type StorageUsage = z.output<typeof StorageUsage>

export const storageCalls = {
  usage: defineCall({
    method: 'GET',
    path: 'user/storage',
    own: true,
    reply: StorageUsage,
    right: 'account.manage',
    rate: 'read',
    idempotent: true,
  }),
}
