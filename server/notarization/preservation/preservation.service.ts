import type { Preservation, PreservationBody, PreservationFind } from '../../../contract/notarization/preservation.ts'
import { ownerColumns } from '../../evidence/evidence-owner.service.ts'
import { orderable } from '../../evidence/evidence.service.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import { storedReply } from '../../kit/calls/stored-reply.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { platformName } from '../../platform/platform.service.ts'
import { requireOrderable } from '../orders/evidence-of-order.ts'
import { required } from '../orders/orders.service.ts'
import { fixStatement } from '../papers/fix-statement.ts'
import { timeNow } from '../papers/record.repo.ts'
import { composeReport, type ReportedEvidence } from './compose-report.ts'
import { findReport, insertReport, listReports, packagesOf, type ReportRecord } from './preservation.repo.ts'

const shown = (report: ReportRecord): Preservation => ({
  id: report.id,
  reportNumber: report.number,
  title: report.title,
  evidenceCount: report.numbers.length,
  personName: report.personName,
  createdAt: report.createdAt.toISOString(),
  sha256: report.sha256?.toString('hex') ?? null,
  fileSize: report.size,
})

export const list = ({ db }: Services, caller: Caller, find: PreservationFind) =>
  db.forAccount(caller, async (tx) => {
    const { rows, ...rest } = await listReports(tx, caller, find)
    return { list: rows.map(shown), ...rest }
  })

export const get = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, async (tx) => {
    const report = required(await findReport(tx, caller, id))
    const found = new Map((await orderable(tx, caller, report.numbers)).map((e) => [e.number, e]))
    return {
      ...shown(report),
      evidence: report.numbers.flatMap((ano) => {
        const e = found.get(ano)
        const statementSha256 = e?.statementSha256?.toString('hex') ?? null
        return e ? [{ ano, name: e.name, category: e.category, statementSha256 }] : []
      }),
    }
  })

/** Fixes what the report says, in the transaction that reads the evidence; its sealed page follows once that is in the log. */
export const make = (services: Services, caller: Caller, { anos, name, purpose, addressee }: PreservationBody) =>
  services.db.forAccount(caller, async (tx) => {
    const evidence = await reported(tx, caller, anos)
    const owner = await ownerColumns(services, tx, caller)
    const [id, number, platform] = [newId(), newOrderNumber(), platformName(caller.platform, 'zh-CN')]
    const at = await timeNow(tx)
    const fixed = fixStatement(services, caller.platform, {
      at,
      paper: 'preservation',
      number: `${number}-1`,
      ...composeReport({
        number,
        platform,
        owner: { name: owner.ownerName, isVerified: owner.ownerIdentityId !== null },
        at: at.toISOString(),
        name,
        purpose,
        addressee,
        evidence,
      }),
      signatures: [],
      original: null,
    })
    await insertReport(tx, {
      id,
      number,
      platformId: caller.platform.id,
      accountId: caller.accountId,
      personId: caller.personId,
      personName: caller.personName,
      title: name,
      numbers: [...anos],
      ...fixed,
    })
    await tellAct(tx, caller, 'made', { id, number, evidence: evidence.length })
    return { orderId: id, amount: 0 }
  })

/** Each piece of evidence in the order in which it is named; what cannot be reported is told by its place. */
async function reported(tx: AccountTx, caller: Caller, anos: readonly string[]): Promise<ReportedEvidence[]> {
  const found = await requireOrderable(tx, caller, anos)
  const packages = new Map((await packagesOf(tx, caller, anos)).map((p) => [p.number, p]))
  return anos.map((ano) => {
    const { name, category, statementSha256 } = found.get(ano)!
    const { sealedAt, size, sha256 } = packages.get(ano)!
    const sealed = { at: sealedAt!, statementSha256: statementSha256!, package: { size: size!, sha256: sha256! } }
    return { number: ano, name, category, ...sealed }
  })
}

/** The sealed file; every download stands on the record. */
export const file = (services: Services, caller: Caller, id: string): Promise<ByteReply> =>
  services.db.forAccount(caller, async (tx) => {
    const { title, number, sha256, size } = required(await findReport(tx, caller, id))
    if (!sha256) throw new AppError('not-ready')
    await tellAct(tx, caller, 'opened', { id, number })
    return storedReply(services, {
      sha256,
      size: size!,
      mediaType: 'application/pdf',
      fileName: `${title} ${number}.pdf`,
    })
  })

const tellAct = (
  tx: AccountTx,
  caller: Caller,
  act: 'made' | 'opened',
  { id, ...details }: { id: string; number: string; evidence?: number },
) => recordAct(tx, caller, { action: `preservation.${act}`, subjectKind: 'preservation', subjectId: id, details })
