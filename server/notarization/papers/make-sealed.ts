import { X509Certificate } from 'node:crypto'
import type { PaperAttachment } from '../../../proof/paper/attachments.ts'
import { parsePaper } from '../../../proof/paper/statement.ts'
import { verifyPaper } from '../../../proof/paper/verify.ts'
import { utf8 } from '../../../proof/bytes.ts'
import { sealPdf } from '../../kit/pdf/pades.ts'
import type { Services } from '../../kit/services.ts'
import { platformById, publicUrlOf } from '../../platform/platform.service.ts'
import { paperColour } from '../../platform/settings.service.ts'
import type { Sealer } from '../../trust/keys/authority.service.ts'
import type { proofOfStatement } from '../../trust/log/proofs.service.ts'
import { drawInThread, makeApart } from './drawing/paper-renderer.ts'

/** What a paper says, and how it looks. */
export interface Sealable {
  platformId: string
  statement: Buffer
  statementSha256: Buffer
  /** Digest of the picture of a seal that it bears. */
  officeSeal: Buffer | null
}
type Logged = NonNullable<Awaited<ReturnType<typeof proofOfStatement>>>

/** The sealed file of a paper, with everything by which it is verified alone. */
export async function makeSealed(services: Services, sealer: Sealer, paper: Sealable, logged: Logged): Promise<Buffer> {
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
        accent: await paperColour(services, platform),
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
