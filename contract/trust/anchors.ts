import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, wireInt } from '../kit/fields.ts'
import { listOf, Page } from '../kit/page.ts'

/** `waiting` is not sent yet, `sent` is in no block, `seen` in one that others may still take the place of, `orphaned` in one that the chain dropped after it was confirmed. */
export const AnchorState = z.enum(['waiting', 'sent', 'seen', 'confirmed', 'failed', 'orphaned'])
export type AnchorState = z.output<typeof AnchorState>

/** Why a chain or an anchor is not further on. */
export const chainTroubles = [
  'unreachable',
  'timed-out',
  'address-refused',
  'garbage',
  'wrong-chain',
  'node-refused',
  'behind',
  'nodes-disagree',
  'key-unreadable',
  'insufficient-funds',
  'fee-limit',
  'underpriced',
  'nonce-taken',
  'reorganised',
  'orphaned',
  'not-mined',
  'proof-differs',
  'internal',
] as const
export type ChainTrouble = (typeof chainTroubles)[number]

export const ChainAnchor = z.object({
  id: Id,
  chain: z.string(),
  chainId: z.int(),
  shardId: z.int(),
  size: z.int(),
  digest: z.string(),
  anchorState: AnchorState,
  reason: z.enum(chainTroubles).nullable(),
  hash: z.string().nullable(),
  height: z.int().nullable(),
  blockHash: z.string().nullable(),
  blockTime: Instant.nullable(),
  /** How many transactions were signed for it; more than one where fees were raised. */
  transactions: z.int(),
  explorerUrl: z.string().nullable(),
  /** Whether it may be tried again: it failed, and its chain is not busy with another. */
  retriable: z.boolean(),
  begunAt: Instant,
  confirmedAt: Instant.nullable(),
  /** Since when the chain is known to have dropped its block. */
  orphanedAt: Instant.nullable(),
})
export type ChainAnchor = z.output<typeof ChainAnchor>

export const OperatedChain = z.object({
  chainId: z.int(),
  name: z.string(),
  mode: z.string(),
  active: z.boolean(),
  /** Whose gas money is spent, and how much is left, in whole coins. */
  address: z.string().nullable(),
  balance: z.string().nullable(),
  height: z.int().nullable(),
  checkedAt: Instant.nullable(),
  trouble: z.enum(chainTroubles).nullable(),
  /** What the node said, or the values that do not fit. */
  troubleDetail: z.string().nullable(),
  confirmed: z.int(),
  failed: z.int(),
  orphaned: z.int(),
  /** The anchor under way. */
  openSince: Instant.nullable(),
  latestAt: Instant.nullable(),
})
export type OperatedChain = z.output<typeof OperatedChain>

export const AnchorFind = Page.extend({
  anchorState: AnchorState.optional(),
  chainId: wireInt(1, Number.MAX_SAFE_INTEGER).optional(),
})
export type AnchorFind = z.output<typeof AnchorFind>

const read = { own: true, right: 'operator.jobs', rate: 'read', idempotent: true } as const
const one = { params: z.object({ id: Id }) }

export const anchorCalls = {
  chains: defineCall({
    method: 'GET',
    path: 'operator/chain',
    reply: z.object({ list: z.array(OperatedChain) }),
    ...read,
  }),
  list: defineCall({
    method: 'POST',
    path: 'operator/anchor/list',
    body: AnchorFind,
    reply: listOf(ChainAnchor),
    ...read,
  }),
  get: defineCall({ method: 'GET', path: 'operator/anchor/{id}', ...one, reply: ChainAnchor, ...read }),
  retry: defineCall({
    method: 'POST',
    path: 'operator/anchor/{id}/retry',
    ...one,
    own: true,
    right: 'operator.jobs',
    rate: 'write',
    idempotent: false,
  }),
}
