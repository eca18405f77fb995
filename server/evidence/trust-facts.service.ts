import { chainsOf } from '../trust/anchors/anchors.service.ts'
import type { TrustFact } from '../../contract/evidence/evidence.ts'
import type { Services } from '../kit/services.ts'
import type { Language } from '../kit/words.ts'
import { heldOver, orphanedOver } from '../trust/anchors/anchors.read.ts'
import { entryOfStatement } from '../trust/log/log.read.ts'
import type { EvidenceRecord } from './evidence.read.ts'
import { originalFollows } from './kinds/kind-column.types.ts'
import { stampsOf } from './stamps/stamps.read.ts'
import { anchorFacts } from './anchors/facts.ts'
import { stampFacts } from './stamps/facts.ts'

type Sealed = Pick<
  EvidenceRecord,
  'id' | 'category' | 'originalAt' | 'status' | 'sealedAt' | 'tokenSerial' | 'certifiedAt' | 'statementSha256'
>

/** Deposited without its original, which has not come: nothing is certified of it. */
export const lacksOriginal = (e: { category: string; originalAt: Date | null }) => originalFollows(e) && !e.originalAt

/** Where the statement stands in the public log; pending until the log has it. */
function loggedFact(entry: Awaited<ReturnType<typeof entryOfStatement>>): TrustFact {
  const details = entry ? { index: String(entry.idx), size: String(entry.size), origin: entry.origin } : {}
  return {
    code: 'logged',
    status: entry ? 'proven' : 'pending',
    at: entry?.at.toISOString() ?? null,
    dependsOn: 'platform',
    details: { ...details, standard: 'RFC 6962, C2SP tlog-tiles' },
  }
}

/** What is proven so far, and by whom; a list of facts, never one verdict. */
export async function trustFactsOf(
  services: Pick<Services, 'db' | 'config'>,
  e: Sealed,
  lang: Language,
): Promise<TrustFact[]> {
  if (e.status !== 'to-confirm' && e.status !== 'collected') return []
  const fixed: TrustFact = {
    code: 'fixed',
    status: 'proven',
    at: e.sealedAt?.toISOString() ?? null,
    dependsOn: 'platform',
    details: {
      serial: e.tokenSerial ?? '',
      statementSha256: e.statementSha256?.toString('hex') ?? '',
      standard: 'RFC 3161',
    },
  }
  const { db, config } = services
  const entry = e.statementSha256 ? await entryOfStatement(db.system, e.statementSha256) : undefined
  const [stamps, held, orphaned] = await Promise.all([
    stampsOf(db.system, e.id),
    entry ? heldOver(db.system, entry) : [],
    entry ? orphanedOver(db.system, entry) : [],
  ])
  const logged = loggedFact(entry)
  const outside = [...stampFacts(stamps), ...anchorFacts(lang, { held, orphaned }, chainsOf(config), e.sealedAt)]
  if (e.status === 'to-confirm') return [fixed, logged, ...outside]
  const original = originalFollows(e)
    ? [
        {
          code: 'original',
          status: e.originalAt ? 'proven' : 'pending',
          at: e.originalAt?.toISOString() ?? null,
          dependsOn: 'anyone',
          details: { standard: 'SHA-256, SM3, RFC 3161' },
        } as const,
      ]
    : []
  if (lacksOriginal(e)) return [fixed, logged, ...original, ...outside]
  return [
    fixed,
    logged,
    ...original,
    ...outside,
    {
      code: 'certified',
      status: e.certifiedAt ? 'proven' : 'pending',
      at: e.certifiedAt?.toISOString() ?? null,
      dependsOn: 'platform',
      details: { standard: 'PAdES-B-T, ASiC-E' },
    },
  ]
}
