import type { ChainTrouble } from '../../../contract/trust/anchors.ts'
import { equal } from '../../../proof/bytes.ts'
import { anchorBytes, verifyAnchor } from '../../../proof/evm/anchor.ts'
import { calldataOf, digestOf } from '../../../proof/evm/calldata.ts'
import { readSignedCheckpoint } from '../../../proof/log/checkpoint.ts'
import { ProofError } from '../../../proof/report.ts'
import type { AnchorSettings, ChainSettings } from './anchors.settings.ts'
import type { Database, Tx } from '../../kit/db/db.ts'
import { doubling } from '../../kit/work/backoff.ts'
import { type ChainAdapter, ChainError, type ChainSession, type Fees, type Found } from './adapter.ts'
import * as repo from './anchors.repo.ts'
import type { CheckpointSource } from './checkpoint-to-anchor.ts'
import { recheckConfirmed } from './recheck-confirmed.ts'
import { beginAgain } from './recheck-confirmed.repo.ts'

/** A chain that holds anchors, with what this process needs to advance them. */
export interface AnchorChain {
  db: Database
  settings: ChainSettings
  every: AnchorSettings['everySeconds']
  adapter: ChainAdapter
  source: CheckpointSource
  /** In the transaction in which a chain is found to hold an anchor for good. */
  whenHeld(tx: Tx, anchorId: string): Promise<void>
  /** In the transaction in which a chain is found to have dropped one after that. */
  whenOrphaned(tx: Tx, anchorId: string): Promise<void>
  onError(error: unknown): void
}

/** Seconds from one look to the next: while an anchor is under way, and while there is none. */
const lookEvery = { open: 5, idle: 15 }
const backoff = doubling({ first: 5, most: 300 })

/** Advances the anchors of one chain by one step, if it is due and no other process does. */
export async function advanceAnchors(chain: AnchorChain): Promise<void> {
  const {
    db,
    settings: { id },
  } = chain
  const taken = await repo.takeChain(db, id)
  if (!taken) return
  const seen: { address?: string; balance?: bigint; height?: number } = {}
  let trouble: ChainError | undefined
  const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      const found = troubleOf(error)
      // What is no trouble of a chain is a fault of ours, and nobody would look for it there.
      if (found.code === 'internal') chain.onError(error)
      trouble ??= found
      return undefined
    }
  }
  const session = await attempt(async () => {
    const connected = await chain.adapter.connect()
    seen.address = connected.address
    seen.height = await connected.height()
    seen.balance = await connected.balance()
    return connected
  })
  const { height } = seen
  if (session && height !== undefined) {
    await repo.noteReason(db, id, null)
    await attempt(() => goOn(chain, { lease: taken.lease, session, height, before: taken.trouble }))
  }
  if (trouble) await repo.noteReason(db, id, trouble.code)
  // Whatever keeps new anchors from going on, such as money, keeps nobody from seeing what became of the old ones.
  if (session && height !== undefined)
    await attempt(() =>
      recheckConfirmed({
        db,
        session,
        height,
        chainId: id,
        confirmations: chain.settings.confirmations,
        whenOrphaned: chain.whenOrphaned,
      }),
    )
  const failures = trouble ? taken.failures + 1 : 0
  await repo.giveBackChain(db, id, taken.lease, {
    trouble,
    failures,
    afterSeconds: await delayAfter(chain, failures),
    ...seen,
  })
}

const troubleOf = (error: unknown) =>
  error instanceof ChainError
    ? error
    : error instanceof ProofError
      ? new ChainError('proof-differs', [error.code, ...Object.values(error.detail)].join(' '))
      : new ChainError('internal')

async function delayAfter({ db, settings, every }: AnchorChain, failures: number): Promise<number> {
  if (failures) return backoff(failures)
  return Math.min(every, (await repo.openAnchor(db.system, settings.id)) ? lookEvery.open : lookEvery.idle)
}

async function goOn(chain: AnchorChain, look: Omit<Step, 'chain' | 'anchor'>) {
  const {
    db,
    settings: { id },
  } = chain
  if (!(await repo.openAnchor(db.system, id))) await begin(chain)
  const anchor = await repo.openAnchor(db.system, id)
  if (anchor) await advance({ ...look, chain, anchor })
}

/** Begun where the chain dropped a checkpoint, or the log grew and the last anchor is long enough ago. */
async function begin({ db, settings, every, source }: AnchorChain) {
  if (await beginAgain(db, settings.id)) return
  const last = await repo.lastBegun(db.system, settings.id)
  if (last && last.seconds < every) return
  const newest = await source(settings.id)
  if (!newest) return
  const { text, size } = readSignedCheckpoint(newest.note)
  if (size !== newest.size) throw new ProofError('bad-checkpoint', { what: 'size' })
  await repo.beginAnchor(db, {
    chainId: settings.id,
    shardId: newest.shardId,
    size,
    digest: await digestOf(text),
    note: newest.note,
  })
}

interface Step {
  chain: AnchorChain
  lease: string
  session: ChainSession
  /** Of the chain, when this look began. */
  height: number
  /** What the look before ended with. */
  before: ChainTrouble | null
  anchor: repo.OpenAnchor
}

async function advance(step: Step) {
  const {
    chain: { db },
    session,
    anchor,
  } = step
  const sent = await repo.transactionsOf(db.system, anchor.id)
  const found = await session.find(sent.map((s) => s.hash))
  if (found) return onFound(step, found, sent)
  if (anchor.state === 'SEEN') await repo.markLost(db, anchor.id)
  const [newest] = sent
  if (!newest) return sendNew(step)
  await sendOn(step, newest)
}

async function onFound(
  { chain: { db, settings, whenHeld }, session, height, anchor }: Step,
  found: Found,
  sent: repo.Sent[],
) {
  const isKnown = anchor.state === 'SEEN' && anchor.blockHash && equal(anchor.blockHash, found.blockHash)
  if (!isKnown) await repo.markSeen(db, anchor.id, found)
  if (height - found.height + 1 < settings.confirmations) return
  await session.settle(found, settings.confirmations)
  const { raw } = sent.find((s) => equal(s.hash, found.hash))!
  const record = anchorBytes({
    ...(await session.proof(found, raw)),
    checkpoint: new TextDecoder().decode(anchor.note),
  })
  // What is kept is what a stranger would verify, not what a node said.
  const { blockTime, chainId } = await verifyAnchor(record, anchor.note)
  if (chainId !== settings.id) throw new ChainError('proof-differs', 'chain')
  await db.asSystem(async (tx) => {
    await repo.markConfirmed(tx, anchor.id, found, new Date(blockTime), record)
    await whenHeld(tx, anchor.id)
  })
}

async function sendNew(step: Step, nonce?: number) {
  const {
    chain: { db, settings },
    session,
  } = step
  const next = nonce ?? (await session.nonce())
  // One of ours that was given up may still wait under this number.
  await send(step, next, await repo.offeredFor(db.system, settings.id, next))
}

/** Signed, kept, then sent: whatever happens in between, the same transaction is sent again and no other. */
async function send({ chain: { db, settings }, lease, session, anchor }: Step, nonce: number, above: Fees | undefined) {
  const signed = await session.sign(await calldataOf(readSignedCheckpoint(anchor.note)), nonce, above)
  if (signed.nonce !== nonce || settings.id !== anchor.chainId) throw new ChainError('internal')
  if (await db.asSystem((tx) => repo.keepTransaction(tx, anchor, lease, signed))) await session.send(signed)
}

/** Of what was sent no block holds anything: it is sent again, offered more, or its number was used for something else. */
async function sendOn(step: Step, newest: repo.Sent) {
  const {
    chain: { db, settings },
    session,
    height,
    anchor,
    before,
  } = step
  const next = await session.nonce()
  const isSlow = Math.min(newest.seconds, anchor.seconds) >= settings.bumpSeconds
  if (newest.nonce < next) {
    // A block took another transaction of this account. Until that is deep, ours may still come back.
    const deep = await session.nonce(Math.max(0, height - settings.confirmations))
    if (newest.nonce < deep) return sendNew(step, next)
    throw new ChainError('nonce-taken', `${newest.nonce} < ${next}`)
  }
  if (anchor.seconds > settings.giveUpSeconds) return repo.markFailed(db, anchor.id, before ?? 'not-mined')
  // A chain that lost several waits for the first of them.
  for (const lost of await repo.transactionsBetween(db.system, settings.id, next, newest.nonce))
    await session.send(lost)
  if (!isSlow) return session.send(newest)
  try {
    await (newest.nonce > next ? sendNew(step, next) : send(step, newest.nonce, newest))
  } catch (error) {
    // Where it cannot be offered more, it goes on as it was.
    await session.send(newest)
    throw error
  }
}
