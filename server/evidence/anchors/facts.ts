import type { TrustFact } from '../../../contract/evidence/evidence.ts'
import type { Language } from '../../../contract/kit/language.ts'
import type { ChainSettings } from '../../trust/anchors/anchors.settings.ts'
import type { OrphanedAnchor, ShownAnchor } from '../../trust/anchors/anchors.read.ts'
import { hashText, linkOf, nameIn } from '../../trust/anchors/show-chain.service.ts'

/** After this long without a block it is told as failed, though every later checkpoint covers it too. */
const lateAfter = 3 * 86_400_000
const standard = 'EVM'

/** What chains hold of an entry of the log, and what they held until they dropped the block. */
export interface OnChains {
  held: readonly ShownAnchor[]
  orphaned: readonly OrphanedAnchor[]
}

/** One fact for each chain: the block that holds a checkpoint of the log, or that it is waited for, again where the chain dropped it. */
export function anchorFacts(
  lang: Language,
  { held, orphaned }: OnChains,
  chains: readonly ChainSettings[],
  sealedAt: Date | null,
): TrustFact[] {
  const waiting = chains.filter((c) => !held.some((h) => h.chainId === c.id))
  const isLate = (since: Date | null) => since !== null && Date.now() - since.getTime() > lateAfter
  return [
    ...held.map((h): TrustFact => {
      const link = linkOf(h)
      const details = {
        standard,
        chain: nameIn(lang, h),
        chainId: String(h.chainId),
        height: String(h.height),
        blockHash: hashText(h.blockHash!),
        size: String(h.size),
        ...(link ? { link } : {}),
      }
      return { code: 'anchored', status: 'proven', at: h.blockTime!.toISOString(), dependsOn: 'chain', details }
    }),
    ...waiting.map((c): TrustFact => {
      const dropped = orphaned.find((o) => o.chainId === c.id)
      const details = {
        standard,
        chain: nameIn(lang, { name: c.name, nameEn: c.nameEn ?? null }),
        chainId: String(c.id),
        ...(dropped ? { droppedHeight: String(dropped.height) } : {}),
      }
      return {
        code: 'anchored',
        status: isLate(dropped?.orphanedAt ?? sealedAt) ? 'failed' : 'pending',
        at: null,
        dependsOn: 'chain',
        details,
      }
    }),
  ]
}
