import { type EvidenceKind, factsOfKind, kindOfCategory } from '../../contract/evidence/kinds.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { AccountTx, Tx } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'
import type { Payer } from '../payments/ledger/ledger.service.ts'
import { charge, chargeAgain } from '../payments/prices/charge.service.ts'

interface Begun {
  kind: EvidenceKind
  made: readonly { id: string; no: string }[]
  /** Fen that the sender was shown. */
  quoted: number | undefined
}

/** What was begun in one act is paid in one, with the stamps that it will have. */
export const chargeEvidence = (services: Services, tx: AccountTx, caller: Caller, { kind, made, quoted }: Begun) =>
  charge(
    services,
    tx,
    { ...caller, platformId: caller.platform.id },
    {
      product: factsOfKind(kind).product,
      subjects: made.map(({ id, no }) => ({ kind: 'evidence', id, number: no })),
      quoted,
    },
  )

/** What failed gave its money back; whoever takes it up again lets its owner pay once more. */
export const chargeEvidenceAgain = (
  services: Services,
  tx: Tx,
  payer: Payer & { platformId: string },
  e: { id: string; number: string; category: string },
) =>
  chargeAgain(services, tx, payer, factsOfKind(kindOfCategory(e.category)).product, {
    kind: 'evidence',
    id: e.id,
    number: e.number,
  })
