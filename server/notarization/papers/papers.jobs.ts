import { X509Certificate } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PaperAttachment } from '../../../proof/paper/attachments.ts'
import { parsePaper } from '../../../proof/paper/statement.ts'
import { verifyPaper } from '../../../proof/paper/verify.ts'
import { utf8 } from '../../../proof/bytes.ts'
import { paperQueue } from '../../certificates/paper.queue.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import { announce } from '../../kit/notify/live.ts'
import { sealPdf } from '../../kit/pdf/pades.ts'
import type { Services } from '../../kit/services.ts'
import { holdObjects } from '../../kit/storage/objects.ts'
import { platformById, publicUrlOf } from '../../platform/platform.service.ts'
import type { Authority, Sealer } from '../../trust/keys/authority.service.ts'
import { proofOfStatement } from '../../trust/log/proofs.service.ts'
import { drawInThread, makeApart } from './drawing/paper-renderer.ts'
import { leftUnsealed, markSealed, type UnsealedPaper, unsealedPaper } from './papers.repo.ts'

interface Sealing {
  services: Services
  authority: Authority
}

/** Seals a paper whose statement is in the log, with the proof of that inside. Safe to repeat: a paper that is sealed stays as it is. */
export async function sealPaper({ services, authority }: Sealing, job: { jobId: string; id: string }) {
  const paper = await unsealedPaper(services.db.system, job.id)
  const logged = paper && (await proofOfStatement(services.db.system, paper.statementSha256, 'paper'))
  if (!paper || !logged) return
  const sealed = await makeSealed(services, authority.sealer(), paper, logged)
  const stored = await services.store.put(Readable.from([sealed]))
  await services.db.asSystem(async (tx) => {
    await holdObjects(tx, services.store, [stored])
    if (await markSealed(tx, paper.id, stored)) {
      await recordAct(
        tx,
        { system: true, platform: { id: paper.platformId }, accountId: paper.accountId },
        {
          action: 'order.paperSealed',
          subjectKind: 'judicial-order',
          subjectId: paper.orderId,
          details: { number: paper.number, paper: paper.paper, sha256: stored.sha256 },
        },
      )
      await announce(tx, paper.accountId, { topic: 'judicialOrders', id: paper.orderId })
      await announce(tx, paper.officeId, { topic: 'officeOrders', id: paper.orderId })
    }
    await services.jobs.complete(tx, paperQueue, job.jobId)
  })
}

/** No paper that was logged stays without its seal for good, however long keys or disk were missing. */
export async function sweepUnsealed({ db, jobs }: Services) {
  await db.asSystem(async (tx) => {
    for (const id of await leftUnsealed(tx)) await jobs.enqueue(tx, paperQueue, { id })
  })
}

type Logged = NonNullable<Awaited<ReturnType<typeof proofOfStatement>>>

async function makeSealed(services: Services, sealer: Sealer, paper: UnsealedPaper, logged: Logged): Promise<Buffer> {
  const { config, db, store } = services
  const trust = sealer.trustMaterial()
  const statement = parsePaper(paper.statement)
  const platform = await platformById(db.system, paper.platformId)
  const proofs = new Map<PaperAttachment, Uint8Array>([
    ['paper.json', paper.statement],
    ['log/paper.tlog-proof', logged.proof],
    ['trust/log.pem', utf8(`${new X509Certificate(logged.certificate).toString().trim()}\n`)],
    ['trust/ca.pem', utf8(trust.ca)],
    ['trust/crl.pem', utf8(trust.crl)],
  ])
  const sealable = {
    statementSha256: paper.statementSha256.toString('hex'),
    proofs,
    sealedAt: new Date().toISOString(),
    signatureBytes: await sealer.signatureRoom(),
  }
  const checkUrl = `${publicUrlOf(config, platform)}/website-show/query`
  const made = statement.original
    ? await makeApart({ ...sealable, original: await bytesOf(store, statement.original.sha256) })
    : await drawInThread({
        ...sealable,
        mode: config.mode,
        statement,
        checkUrl,
        officeSeal: paper.officeSeal && (await bytesOf(store, paper.officeSeal.toString('hex'))),
      })
  const sealed = await sealPdf(made, sealer)
  await requireValid(sealed, trust.ca)
  return sealed
}

const bytesOf = async (store: Services['store'], sha256: string) => Buffer.concat(await store.open(sha256).toArray())

/** Around a document of somebody else: nothing is handed out that our own reader would not take. */
async function requireValid(sealed: Buffer, root: string) {
  const { verdict, facts } = await verifyPaper(new Blob([new Uint8Array(sealed)]), { anchors: [root] })
  if (verdict !== 'valid')
    throw new Error(`papers: a sealed paper does not hold: ${facts.find((f) => f.status === 'failed')?.code}`)
}
