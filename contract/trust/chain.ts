import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { hexOf } from '../kit/typed/clean.ts'
import { Instant } from '../kit/fields.ts'

/** 32 bytes in hexadecimal, with or without 0x: the hash of a transaction, or the digest of a checkpoint. */
const Hash = z
  .string()
  .overwrite(hexOf)
  .regex(/^[0-9a-f]{64}$/, { error: 'hash' })

/** The newest checkpoint that a chain holds for good. */
export const PublicAnchor = z.object({
  chainId: z.int(),
  size: z.int(),
  /** SHA-256 of the checkpoint's text. */
  digest: z.string(),
  hash: z.string(),
  blockHash: z.string(),
  height: z.int(),
  time: Instant,
  explorerUrl: z.string().nullable(),
})
export type PublicAnchor = z.output<typeof PublicAnchor>

export const ChainInfo = z.object({
  /** Of the first chain; NONE where nothing is written to any. */
  chainMode: z.string(),
  blockHeight: z.int().nullable(),
  /** Checkpoints that chains hold. */
  txCount: z.int(),
  latestAt: Instant.nullable(),
  explorerUrl: z.string().nullable(),
  nodes: z.array(
    z.object({
      name: z.string(),
      chainMode: z.string(),
      chainId: z.int(),
      blockHeight: z.int().nullable(),
      checkedAt: Instant.nullable(),
      txCount: z.int(),
      /** Checkpoints whose block the chain dropped after it was confirmed. They are written again. */
      orphaned: z.int(),
      /** False where nothing more is written to it. */
      active: z.boolean(),
      latest: PublicAnchor.nullable(),
    }),
  ),
  /** What was asked for by its hash: null where nothing was, or nothing is known by it. */
  tx: PublicAnchor.extend({
    from: z.string().nullable(),
    data: z.string(),
    /** When the chain was found to have dropped the block; null where it holds it. */
    orphanedAt: Instant.nullable(),
  }).nullable(),
})
export type ChainInfo = z.output<typeof ChainInfo>

const open = { right: 'public', rate: 'public-query', idempotent: true } as const

export const chainCalls = {
  info: defineCall({
    method: 'GET',
    path: 'chain/info',
    query: z.object({ hash: Hash.optional() }),
    reply: ChainInfo,
    ...open,
  }),
  /** The record by which an anchor is verified offline. */
  record: defineCall({
    method: 'GET',
    path: 'chain/record/{hash}',
    own: true,
    params: z.object({ hash: Hash }),
    kind: 'bytes',
    ...open,
  }),
}
