import { mkdir, rm } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseStatement } from '../../proof/statement.ts'
import { readToken } from '../../proof/formats/tsp.ts'
import { filesOf } from '../evidence/evidence.read.ts'
import { recordAct } from '../kit/audit/audit.ts'
import { newId } from '../kit/ids.ts'
import { stampsOf } from '../evidence/stamps/stamps.read.ts'
import { announceEvidence } from '../evidence/announce-evidence.service.ts'
import type { Services } from '../kit/services.ts'
import { holdObjects } from '../kit/storage/objects.ts'
import { eachRow } from '../kit/work/each-row.ts'
import type { Language } from '../kit/words.ts'
import type { Authority, Sealer } from '../trust/keys/authority.service.ts'
import { chainsOf } from '../trust/anchors/anchors.service.ts'
import { proofOfStatement } from '../trust/log/proofs.service.ts'
import { requestCertificate } from './certificate-due.service.ts'
import { type CertificateRenderer, openCertificateRenderer } from './drawing/certificate-renderer.ts'
import { writePackage } from './package/package.ts'
import { sealPdf } from '../kit/pdf/pades.ts'
import { provingParts, type Provable } from './package/proving-parts.ts'
import { paperColour } from '../platform/settings.service.ts'
import { platformById, publicUrlOf } from '../platform/platform.service.ts'
import { hasWaitingProofs } from './package/later-proofs.repo.ts'
import { dueCertificate, markCertified, uncertified } from './certificates.repo.ts'
import { certificateQueue } from './certificate.queue.ts'
import { laterProofsQueue } from '../evidence/packages/later-proofs.queue.ts'

interface Issuer {
  services: Services
  authority: Authority
  workDir: string
}

let renderer: CertificateRenderer | undefined

/**
 * Where a certificate is due: draws and seals the certificate, writes the package, and makes both known in the transaction that ends the job.
 * Safe to repeat: an evidence that has its certificate keeps it.
 */
export async function issueCertificate({ services, authority, workDir }: Issuer, job: { jobId: string; id: string }) {
  // Whoever brings what is still missing asks for it again.
  const e = await dueCertificate(services.db, job.id)
  const logged = e && (await proofOfStatement(services.db.system, e.statementSha256))
  if (!e || !logged) return
  // The keys as they are now: certificate and package are sealed with the same ones, and tell of the same ones.
  const sealer = authority.sealer()
  const provable: Provable = {
    statement: parseStatement(e.statement),
    statementBytes: e.statement,
    token: e.token,
    logged,
  }
  const certificate = await drawAndSeal(services, sealer, e, provable)
  const stored = await services.store.put(Readable.from([certificate]))
  const packaged = await packageOf({ services, sealer, workDir }, e, { ...provable, certificatePdf: certificate })
  await services.db.asSystem(async (tx) => {
    await holdObjects(tx, services.store, [stored, packaged])
    const ours = await markCertified(tx, e.id, {
      certificateSha256: Buffer.from(stored.sha256, 'hex'),
      packageSha256: Buffer.from(packaged.sha256, 'hex'),
      packageSm3: Buffer.from(packaged.sm3, 'hex'),
      packageSize: packaged.size,
    })
    if (ours)
      await recordAct(
        tx,
        { system: true, platform: { id: e.platformId }, accountId: e.accountId },
        {
          action: 'evidence.certified',
          subjectKind: 'evidence',
          subjectId: e.id,
          details: { certificate: stored.sha256, package: packaged.sha256 },
        },
      )
    if (ours && (await hasWaitingProofs(tx, e.id))) await services.jobs.enqueue(tx, laterProofsQueue, { id: e.id })
    await services.jobs.complete(tx, certificateQueue, job.jobId)
    await announceEvidence(tx, e)
  })
}

/** Nothing that was sealed and logged stays without its certificate for good, however long keys or disk were missing. */
export async function sweepUncertified(services: Services) {
  const request = requestCertificate(services)
  const ids = await services.db.asSystem(uncertified)
  await eachRow(ids, (id) => services.db.asSystem((tx) => request(tx, id)))
}

type Sealed = NonNullable<Awaited<ReturnType<typeof dueCertificate>>>

async function drawAndSeal(services: Services, sealer: Sealer, e: Sealed, provable: Provable): Promise<Buffer> {
  const { config, db } = services
  const trust = sealer.trustMaterial()
  const platform = await platformById(db.system, e.platformId)
  const { stamp } = await readToken(new Uint8Array(e.token))
  const first = e.first && (await readToken(new Uint8Array(e.first))).stamp
  const { tokens, waiting } = await stampsOf(db.system, e.id)
  const isOfThis = (s: { statementSha256: Buffer }) => s.statementSha256.equals(e.statementSha256)
  const thirdParty = tokens.some(isOfThis) ? 'stamped' : waiting.some(isOfThis) ? 'asked' : undefined
  renderer ??= openCertificateRenderer()
  const drawn = await renderer.draw({
    language: e.lang as Language,
    mode: config.mode,
    statement: provable.statement,
    statementSha256: e.statementSha256.toString('hex'),
    stamp: {
      time: stamp.genTime.toISOString(),
      serial: stamp.serial,
      authority: stamp.authority,
      ...(stamp.accuracySeconds === undefined ? {} : { accuracySeconds: stamp.accuracySeconds }),
    },
    ...(first ? { first: { time: first.genTime.toISOString(), serial: first.serial } } : {}),
    ...(thirdParty ? { thirdParty } : {}),
    ...(chainsOf(config).length ? { anchored: 'anchorAsked' } : {}),
    rootFingerprint: trust.rootFingerprint,
    ...(trust.keys && { keysSha256: trust.keys.sha256 }),
    proofs: await provingParts(provable, trust),
    checkUrl: `${publicUrlOf(config, platform)}/website-show/query?no=${e.number}`,
    issuedAt: new Date().toISOString(),
    accent: await paperColour(services, platform),
    signatureBytes: await sealer.signatureRoom(),
  })
  return sealPdf(drawn, sealer)
}

/** Written to the work folder first: the store names an object by its content, which is known only at the end. */
async function packageOf(
  { services, sealer, workDir }: Pick<Issuer, 'services' | 'workDir'> & { sealer: Sealer },
  e: Sealed,
  parts: Provable & { certificatePdf: Buffer },
) {
  const files = await services.db.asSystem((tx) => filesOf(tx, e.id))
  await mkdir(workDir, { recursive: true })
  const out = join(workDir, `${process.pid}-${newId()}.asice`)
  try {
    await writePackage({
      ...parts,
      authority: { sealer: () => sealer },
      out,
      files: files.map((f) => {
        const sha256 = f.sha256.toString('hex')
        return { path: f.path, size: f.size, sha256, open: () => services.store.open(sha256) }
      }),
    })
    return await services.store.put(createReadStream(out))
  } finally {
    await rm(out, { force: true })
  }
}
