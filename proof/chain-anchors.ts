import { equal, utf8 } from './bytes.ts'
import { verifyAnchor, type Anchor } from './evm/anchor.ts'
import { readBlob } from './hash.ts'
import { anchoredChains, anchorPaths } from './package/appended-entries.ts'
import type { Layout } from './package/layout.ts'
import { logKeyOf, provenLeaf } from './log/logged.ts'
import { readLogProof } from './log/tlog-proof.ts'
import { readLeaf } from './package/proven-parts.ts'
import { ProofError, type FactList } from './report.ts'

/**
 * Checks anchors in chains: blocks that hold a checkpoint which covers this evidence, appended after the sealing: one fact each. All of it is recomputed up to
 * the hash of the block. That the chain has such a block is known only to who looks it up: `blocks` are hashes that the reader found there.
 */
export async function checkChainAnchors(
  list: FactList,
  layout: Pick<Layout, 'fixed' | 'later'>,
  blocks: readonly string[] = [],
) {
  const known = new Set(blocks.map((hash) => hash.toLowerCase()))
  for (const chain of anchoredChains(layout.later.keys())) {
    await list.check(
      'anchored',
      'chain',
      () => checkAnchor(layout, chain),
      ({ blockHash, blockTime, height, transactionHash }) => ({
        ...(known.has(blockHash) ? {} : { status: 'unavailable' as const }),
        time: new Date(blockTime).toISOString(),
        detail: { chain, height, block: blockHash, transaction: transactionHash },
      }),
    )
  }
}

async function checkAnchor({ fixed, later }: Pick<Layout, 'fixed' | 'later'>, chain: number): Promise<Anchor> {
  const paths = anchorPaths(chain)
  const read = async (path: string, blob: Blob | undefined) => {
    if (!blob) throw new ProofError('missing-entry', { path })
    return readBlob(blob)
  }
  const [record, proof] = [
    await read(paths.record, later.get(paths.record)),
    await read(paths.proof, later.get(paths.proof)),
  ]
  const { leaf, signer } = await readLeaf((path) => read(path, fixed[path]))
  await provenLeaf({ leaf, proof, publicKey: logKeyOf(signer) })
  const anchor = await verifyAnchor(record)
  if (anchor.chainId !== chain) throw new ProofError('anchor-differs', { what: 'chainId' })
  // Byte by byte: one checkpoint, and no signature beside it that nobody looks at.
  if (!equal(utf8(anchor.note), readLogProof(proof).checkpoint)) throw new ProofError('anchor-of-other-checkpoint')
  return anchor
}
