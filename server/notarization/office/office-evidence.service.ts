import { isSettled } from '../../../contract/notarization/order-kinds.ts'
import type { OfficeEvidence } from '../../../contract/notarization/office-orders.ts'
import { artefactReply, sealedFileReply } from '../../evidence/evidence-files.service.ts'
import { type EvidenceRecord, filesOf, findEvidence, toFile } from '../../evidence/evidence.read.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { findOfOffice, handedInOf, type OrderRecord } from '../orders/orders.repo.ts'
import { required } from '../orders/orders.service.ts'
import { kindOf } from '../rules/orders.types.ts'

/**
 * What an order of the office names, as its owner has it, and how it was when it was handed in. Evidence is lent to an order that runs: of one that
 * is settled it is not there, and the sealed record holds what must be kept.
 */
async function namedEvidence({ db }: Services, caller: Caller, id: string, ano: string) {
  const { order, handedIn } = await db.forAccount(caller, async (tx) => ({
    order: required(await findOfOffice(tx, caller.accountId, id)),
    handedIn: required((await handedInOf(tx, id)).find((e) => e.number === ano)),
  }))
  if (isSettled(kindOf(order), order.state)) throw new AppError('not-found')
  const owner = { accountId: order.accountId }
  const { evidence, files } = await db.forAccount(owner, async (tx) => {
    const found = required(await findEvidence(tx, owner, { number: handedIn.number }))
    return { evidence: found, files: await filesOf(tx, found.id) }
  })
  return { order, handedIn, evidence, files }
}

type Act = 'evidence.viewed' | 'file.downloaded' | 'package.downloaded'

/** In its owner's history: who of which office did what, for which order. */
const tellOwner = (
  { db }: Services,
  caller: Caller,
  { order, evidence }: { order: OrderRecord; evidence: EvidenceRecord },
  action: Act,
  file?: string,
) =>
  db.asSystem((tx) =>
    recordAct(
      tx,
      { ...caller, accountId: order.accountId },
      {
        action,
        subjectKind: 'evidence',
        subjectId: evidence.id,
        details: { order: order.number, office: order.officeName, ...(file !== undefined && { file }) },
      },
    ),
  )

/** The package: with its bytes come all proofs, and the means to verify them without the platform. */
export async function packageBytes(services: Services, caller: Caller, id: string, ano: string): Promise<ByteReply> {
  const named = await namedEvidence(services, caller, id, ano)
  const reply = await artefactReply(services, named.evidence, 'package')
  await tellOwner(services, caller, named, 'package.downloaded')
  return reply
}

export async function look(services: Services, caller: Caller, id: string, ano: string): Promise<OfficeEvidence> {
  const named = await namedEvidence(services, caller, id, ano)
  const { evidence, handedIn, files } = named
  await tellOwner(services, caller, named, 'evidence.viewed')
  return {
    ano: evidence.number,
    name: handedIn.name,
    category: evidence.category,
    sealedAt: evidence.sealedAt?.toISOString() ?? null,
    isAsHandedIn: evidence.statementSha256?.equals(handedIn.statementSha256) === true,
    files: files.map((f) => {
      const { shownName: _, ...file } = toFile(f, evidence.capture)
      return file
    }),
  }
}

/** A file as it was sealed. Pictures are part of the look that was told of. */
export async function fileBytes(
  services: Services,
  caller: Caller,
  { id, ano, fileId }: { id: string; ano: string; fileId: string },
): Promise<ByteReply> {
  const named = await namedEvidence(services, caller, id, ano)
  const file = required(named.files.find((f) => f.id === fileId))
  if (!file.mediaType.startsWith('image/')) await tellOwner(services, caller, named, 'file.downloaded', file.path)
  return sealedFileReply(services, { ...file, number: named.evidence.number, category: named.evidence.category })
}
