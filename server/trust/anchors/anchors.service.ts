import { Readable } from 'node:stream'
import type {
  AnchorFind,
  AnchorState,
  ChainAnchor,
  ChainTrouble,
  OperatedChain,
} from '../../../contract/trust/anchors.ts'
import type { ChainInfo, PublicAnchor } from '../../../contract/trust/chain.ts'
import { calldataOf } from '../../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../../proof/log/checkpoint.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import { isDuplicate, type Queryable } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import type { ReadSettings } from '../../kit/settings/settings-group.ts'
import * as repo from './anchors.repo.ts'
import { anchorSettings, type ChainSettings } from './anchors.settings.ts'
import {
  type ShownAnchor,
  listAnchors,
  findAnchor,
  listChains,
  type ChainRow,
  newestHeld,
  heldOver,
  findConfirmed,
  recordOf,
} from './anchors.read.ts'
import { hashText, linkOf, nameIn } from './show-chain.service.ts'

const hex = (bytes: Buffer | null) => bytes && hashText(bytes)
/** Chains that the settings name. */
export const chainsOf = (config: ReadSettings): readonly ChainSettings[] => anchorSettings.of(config)?.chains ?? []

/** The kind of chain that pages speak of; undefined where none is named. */
export const chainModeOf = (config: ReadSettings) => chainsOf(config)[0]?.mode

/** When a chain made the newest block that holds a checkpoint for good, whether the settings still name it; undefined where none does. */
export async function chainTimeOf(db: Queryable): Promise<Date | undefined> {
  const times = await Promise.all(
    (await listChains(db)).map(async ({ chainId }) => (await newestHeld(db, chainId))?.blockTime),
  )
  return times.flatMap((time) => time ?? []).toSorted((a, b) => b.getTime() - a.getTime())[0]
}

const isActive = ({ config }: Services, chainId: number) => chainsOf(config).some((c) => c.id === chainId)

/** Of an anchor that was confirmed. */
const publicly = (a: ShownAnchor): PublicAnchor => ({
  chainId: a.chainId,
  size: a.size,
  digest: a.digest.toString('hex'),
  hash: hex(a.txHash)!,
  blockHash: hex(a.blockHash)!,
  height: a.height!,
  time: a.blockTime!.toISOString(),
  explorerUrl: linkOf(a),
})

async function nodeOf(services: Services, visitor: Visitor, chain: ChainRow): Promise<ChainInfo['nodes'][number]> {
  const newest = await newestHeld(services.db.system, chain.chainId)
  return {
    name: nameIn(visitor.lang, chain),
    chainMode: chain.mode.toUpperCase(),
    chainId: chain.chainId,
    blockHeight: chain.height,
    checkedAt: chain.checkedAt?.toISOString() ?? null,
    txCount: chain.confirmed,
    orphaned: chain.orphaned,
    active: isActive(services, chain.chainId),
    latest: newest ? publicly(newest) : null,
  }
}

/** What anybody may know of the chains, and of one anchor where its hash is given. */
export async function info(services: Services, visitor: Visitor, hash: string | undefined): Promise<ChainInfo> {
  const { db } = services
  const nodes = await Promise.all((await listChains(db.system)).map((chain) => nodeOf(services, visitor, chain)))
  const first = nodes.find((n) => n.active) ?? nodes[0]
  const held = nodes.flatMap((n) => n.latest ?? [])
  return {
    chainMode: first?.chainMode ?? 'NONE',
    blockHeight: first?.blockHeight ?? null,
    txCount: nodes.reduce((sum, n) => sum + n.txCount, 0),
    latestAt:
      held
        .map((h) => h.time)
        .toSorted()
        .at(-1) ?? null,
    explorerUrl: first?.latest?.explorerUrl ?? null,
    nodes,
    tx: hash === undefined ? null : await transaction(services, hash),
  }
}

async function transaction({ db }: Services, hash: string): Promise<ChainInfo['tx']> {
  const found = await findConfirmed(db.system, hash)
  const kept = found && (await recordOf(db.system, found.id))
  if (!kept) return null
  return {
    ...publicly(found),
    orphanedAt: found.orphanedAt?.toISOString() ?? null,
    from: found.address,
    data: `0x${Buffer.from(await calldataOf(readSignedCheckpoint(kept.note))).toString('hex')}`,
  }
}

/** What chains hold of an entry of the log. */
export const anchorsOver = async (
  { db }: Services,
  visitor: Pick<Visitor, 'lang'>,
  entry: { shardId: number; idx: number },
) => (await heldOver(db.system, entry)).map((a) => ({ ...publicly(a), chain: nameIn(visitor.lang, a) }))

export async function record({ db }: Services, hash: string): Promise<ByteReply> {
  const found = await findConfirmed(db.system, hash)
  const { record: bytes } = (found?.orphanedAt === null && (await recordOf(db.system, found.id))) || {}
  if (!found || !bytes) throw new AppError('not-found')
  return {
    size: bytes.length,
    mediaType: 'application/json',
    fileName: `anchor-${found.chainId}-${found.size}.json`,
    etag: `"${hash}"`,
    disposition: 'attachment',
    open: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

const coins = (wei: string) => {
  const digits = wei.padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18, -12)}`
}

export async function chains(services: Services, caller: Caller): Promise<{ list: OperatedChain[] }> {
  const rows = await listChains(services.db.system)
  return {
    list: rows.map((c) => ({
      chainId: c.chainId,
      name: nameIn(caller.lang, c),
      mode: c.mode.toUpperCase(),
      active: isActive(services, c.chainId),
      address: c.address,
      balance: c.balance === null ? null : coins(c.balance),
      height: c.height,
      checkedAt: c.checkedAt?.toISOString() ?? null,
      trouble: c.trouble,
      troubleDetail: c.troubleDetail,
      confirmed: c.confirmed,
      failed: c.failed,
      orphaned: c.orphaned,
      openSince: c.openSince?.toISOString() ?? null,
      latestAt: c.latestAt?.toISOString() ?? null,
    })),
  }
}

const shown =
  (services: Services, caller: Caller) =>
  (a: ShownAnchor): ChainAnchor => ({
    id: a.id,
    chain: nameIn(caller.lang, a),
    chainId: a.chainId,
    shardId: a.shardId,
    size: a.size,
    digest: a.digest.toString('hex'),
    anchorState: a.state.toLowerCase() as AnchorState,
    reason: a.reason as ChainTrouble | null,
    hash: hex(a.txHash),
    height: a.height,
    blockHash: hex(a.blockHash),
    blockTime: a.blockTime?.toISOString() ?? null,
    transactions: a.transactions,
    explorerUrl: linkOf(a),
    retriable: a.state === 'FAILED' && !a.busy && isActive(services, a.chainId),
    begunAt: a.begunAt.toISOString(),
    confirmedAt: a.confirmedAt?.toISOString() ?? null,
    orphanedAt: a.orphanedAt?.toISOString() ?? null,
  })

export async function list(services: Services, caller: Caller, find: AnchorFind) {
  const { rows, total } = await listAnchors(services.db.system, find)
  return { list: rows.map(shown(services, caller)), total, totalIsEstimate: false }
}

export async function get(services: Services, caller: Caller, id: string): Promise<ChainAnchor> {
  const found = await findAnchor(services.db.system, id)
  if (!found) throw new AppError('not-found')
  return shown(services, caller)(found)
}

/** A failed anchor goes on its way again. Another that is under way on its chain comes first. */
export async function retry(services: Services, caller: Caller, id: string): Promise<void> {
  const { chain, size, retriable, chainId } = await get(services, caller, id)
  if (!retriable) throw new AppError('wrong-state')
  const again = services.db.asSystem(async (tx) => {
    if (!(await repo.tryAgain(tx, id, chainId))) throw new AppError('wrong-state')
    await recordAct(
      tx,
      { ...caller, accountId: null },
      { action: 'anchor.retried', subjectKind: 'anchor', subjectId: id, details: { chain, size } },
    )
  })
  await again.catch((error: unknown) => {
    throw isDuplicate(error, 'chain_anchor_open') ? new AppError('wrong-state') : error
  })
}
