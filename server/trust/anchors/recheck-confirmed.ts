import { equal } from '../../../proof/bytes.ts'
import type { Database, Tx } from '../../kit/db/db.ts'
import { ChainError, type ChainSession } from './adapter.ts'
import * as repo from './recheck-confirmed.repo.ts'

/** Blocks that one look asks for: a chain that was away for long is caught up with by and by. */
const mostAtOnce = 8

interface Look {
  db: Database
  chainId: number
  session: ChainSession
  /** Of the chain, when this look began. */
  height: number
  confirmations: number
  /** In the transaction in which an anchor is found to be dropped. */
  whenOrphaned(tx: Tx, anchorId: string): Promise<void>
}

/**
 * Rechecks confirmed anchors: whether the chain still has their blocks. A node that is behind, or says nothing that makes sense, changes nothing: an anchor is
 * orphaned only where all nodes that answer have the same other block in its place, as many blocks lie over that one as an anchor needs, and a later
 * look finds the same. Where the chain says that a block is final, it is not looked at again.
 */
export async function recheckConfirmed(look: Look): Promise<void> {
  const due = await repo.takeDue(look.db, look.chainId, mostAtOnce)
  if (!due.length) return
  const final = await look.session.finalized()
  // What a node calls final above its own height says nothing.
  const finalTo = final !== undefined && final <= look.height ? final : -1
  let differs: ChainError | undefined
  for (const anchor of due) {
    await lookAt(look, anchor, finalTo).catch(async (error: unknown) => {
      const isDisputed = error instanceof ChainError && error.code === 'nodes-disagree'
      await repo.lookIn(look.db, anchor.id, isDisputed ? 0 : repo.soon)
      if (!isDisputed) throw error
      // Nodes that disagree about one block may agree about the next. As long as they do, every look says so.
      differs ??= error
    })
  }
  if (differs) throw differs
}

async function lookAt(
  { db, chainId, session, height, confirmations, whenOrphaned }: Look,
  anchor: repo.DueAnchor,
  finalTo: number,
) {
  const there = await session.blockAt(anchor.height)
  if (!there) return
  const block = { height: anchor.height, blockHash: there }
  if (equal(there, anchor.blockHash)) {
    await session.settle(block, 1)
    return repo.markThere(db, anchor.id, anchor.height <= finalTo)
  }
  if (height - anchor.height + 1 < confirmations) return repo.lookIn(db, anchor.id, repo.soon)
  await session.settle(block, confirmations)
  if (!anchor.missed) return repo.markMissed(db, chainId, anchor.id)
  await db.asSystem(async (tx) => {
    if (await repo.markOrphaned(tx, anchor.id)) await whenOrphaned(tx, anchor.id)
  })
}
