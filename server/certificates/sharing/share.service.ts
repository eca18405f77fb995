import { X509Certificate } from 'node:crypto'
import type { PublicCertificate, PublicMatch } from '../../../contract/certificates/share.ts'
import type { InnerCertificate } from '../../../contract/certificates/certificate.ts'
import { numberOf } from '../../../contract/kit/typed/clean.ts'
import { maskName } from '../../../contract/kit/mask.ts'
import { comparedName } from '../../../contract/kit/typed/names.ts'
import { statedName, statedOwner } from '../../evidence/sealing/stated-facts.service.ts'
import { isNumberOf } from '../../real-name/known.service.ts'
import { fromUtf8 } from '../../../proof/bytes.ts'
import { readToken } from '../../../proof/formats/tsp.ts'
import type { EvidenceRecord } from '../../evidence/evidence.read.ts'
import { filesOf, findEvidence, nameOfFile, toFile } from '../../evidence/evidence.read.ts'
import { artefactPath, artefactReply } from '../../evidence/evidence-files.service.ts'
import { requirePaid } from '../../evidence/packages/downloads.service.ts'
import { lacksOriginal, trustFactsOf } from '../../evidence/trust-facts.service.ts'
import { recordAct, visitorAt } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { publicUrlOf } from '../../platform/platform.service.ts'
import { proofOfStatement } from '../../trust/log/proofs.service.ts'
import * as repo from './share.repo.ts'

export async function create(
  services: Services,
  caller: Caller,
  body: { ano: string; days: number; withPackage: boolean },
) {
  return services.db.forAccount(caller, async (tx) => {
    const evidence = await findEvidence(tx, caller, { number: body.ano })
    if (!evidence) throw new AppError('not-found')
    if (evidence.status !== 'collected') throw new AppError('wrong-state')
    if (lacksOriginal(evidence)) throw new AppError('original-missing')
    if (body.withPackage) await requirePaid(tx, caller, evidence)
    const share = await repo.createShare(tx, caller, { evidenceId: evidence.id, ...body })
    await recordAct(tx, caller, {
      action: 'share.created',
      subjectKind: 'evidence',
      subjectId: evidence.id,
      details: { days: body.days, withPackage: body.withPackage },
    })
    const origin = publicUrlOf(services.config, caller.platform)
    return {
      id: share.id,
      token: share.token,
      url: `${origin}/attestation-share/${share.token}`,
      phoneUrl: `${origin}/h5/certificate/${share.token}`,
      expiresAt: share.expiresAt.toISOString(),
    }
  })
}

export async function list(services: Services, caller: Caller, number: string) {
  const rows = await services.db.forAccount(caller, (tx) => repo.sharesOf(tx, caller, number))
  return {
    list: rows.map((r) => ({
      ...r,
      createdAt: r.createdAt.toISOString(),
      expiresAt: r.expiresAt.toISOString(),
      revokedAt: r.revokedAt?.toISOString() ?? null,
    })),
  }
}

export async function revoke(services: Services, caller: Caller, id: string) {
  await services.db.forAccount(caller, async (tx) => {
    const revoked = await repo.revokeShare(tx, caller, id)
    if (!revoked) throw new AppError('not-found')
    await recordAct(tx, caller, { action: 'share.revoked', subjectKind: 'evidence', subjectId: revoked.evidenceId })
  })
}

async function requireShare(services: Services, visitor: Visitor, token: string, number?: string) {
  const share = await repo.openShare(services.db, visitor.platform.id, token, number)
  if (!share) throw new AppError('share-gone')
  return share
}

export async function open(services: Services, visitor: Visitor, token: string, number?: string) {
  const { evidence, withPackage, expiresAt } = await requireShare(services, visitor, token, number)
  await recordVisit(services, visitor, evidence, 'share.opened')
  return publicCertificate(services, visitor, evidence, { withPackage, expiresAt: expiresAt.toISOString() })
}

export async function openPackage(services: Services, visitor: Visitor, token: string) {
  const { evidence, withPackage } = await requireShare(services, visitor, token)
  if (!withPackage) throw new AppError('share-gone')
  const reply = await artefactReply(services, evidence, 'package')
  await recordVisit(services, visitor, evidence, 'share.downloaded')
  return reply
}

const recordVisit = (
  services: Services,
  visitor: Visitor,
  e: EvidenceRecord,
  action: 'share.opened' | 'share.downloaded',
) =>
  services.db.asSystem((tx) =>
    recordAct(tx, visitorAt(visitor, e.accountId), { action, subjectKind: 'evidence', subjectId: e.id }),
  )

async function publicCertificate(
  services: Services,
  { lang }: Pick<Visitor, 'lang'>,
  e: EvidenceRecord,
  terms: Pick<PublicCertificate, 'withPackage' | 'expiresAt'>,
): Promise<PublicCertificate> {
  const files = await services.db.asSystem((tx) => filesOf(tx, e.id))
  const capture = e.capture as { finalUrl?: string; title?: string } | null
  const kind = e.ownerKind as PublicCertificate['ownerKind']
  return {
    ano: e.number,
    category: e.category as PublicCertificate['category'],
    name: statedName(e),
    ownerMasked: maskName(e.ownerName, kind),
    ownerKind: kind,
    ownerIdentity: statedOwner(e.statement) ? 'verified' : 'not-verified',
    url: e.url,
    finalUrl: capture?.finalUrl ?? null,
    title: capture?.title ?? null,
    start_time: e.startedAt?.toISOString() ?? null,
    end_time: e.finishedAt?.toISOString() ?? null,
    sealedAt: e.sealedAt!.toISOString(),
    completeness: e.completeness as PublicCertificate['completeness'],
    cautions: e.cautions,
    notes: e.notes,
    statementSha256: e.statementSha256!.toString('hex'),
    files: files.map((f) => toFile(f, e.capture)),
    trust: await trustFactsOf(services, e, lang),
    ...terms,
  }
}

/** The certificate as its owner reads it, with full names. */
export async function innerCertificate(services: Services, caller: Caller, number: string): Promise<InnerCertificate> {
  const e = await services.db.forAccount(caller, (tx) => findEvidence(tx, caller, { number }))
  if (!e) throw new AppError('not-found')
  if (e.status !== 'collected' || !e.token) throw new AppError('wrong-state')
  const {
    ownerMasked: _,
    withPackage: __,
    expiresAt: ___,
    ...certificate
  } = await publicCertificate(services, caller, e, { withPackage: false, expiresAt: null })
  const { stamp } = await readToken(new Uint8Array(e.token))
  return {
    ...certificate,
    owner: e.ownerName,
    operator: e.personName,
    tsa: { serial: stamp.serial, time: stamp.genTime.toISOString(), authority: stamp.authority },
    checkUrl: `${publicUrlOf(services.config, caller.platform)}/website-show/query?no=${e.number}`,
    pdfUrl: e.certificateSha256 ? artefactPath(caller, number, 'certificate') : null,
  }
}

async function logProofOf(
  { db }: Services,
  { statementSha256, tokenSha256 }: { statementSha256: Buffer | null; tokenSha256: Buffer | null },
): Promise<PublicMatch['logProof']> {
  const logged = statementSha256 && tokenSha256 && (await proofOfStatement(db.system, statementSha256))
  return logged
    ? {
        tokenSha256: tokenSha256.toString('hex'),
        proof: fromUtf8(logged.proof),
        certificate: new X509Certificate(logged.certificate).toString(),
      }
    : null
}

/** What holds exactly these bytes, by either digest. One that is given alone is looked up as both, whatever it is called: they have the same length. */
export async function byHash(
  services: Services,
  visitor: Visitor,
  given: { sha256?: string | undefined; sm3?: string | undefined; hash?: string | undefined },
) {
  const digest = (hex: string | undefined) => (hex === undefined ? undefined : Buffer.from(hex, 'hex'))
  const alone = given.sha256 && given.sm3 ? undefined : (given.hash ?? given.sha256 ?? given.sm3)
  const rows = await repo.evidenceByHash(services.db, visitor.platform.id, {
    sha256: digest(alone ?? given.sha256),
    sm3: digest(alone ?? given.sm3),
  })
  // Files of one evidence share its proof, which takes some reading.
  const proofs = new Map<string, ReturnType<typeof logProofOf>>()
  const proofOf = (r: (typeof rows)[number]) => {
    const proof = proofs.get(r.number) ?? logProofOf(services, r)
    proofs.set(r.number, proof)
    return proof
  }
  const list = await Promise.all(
    rows.map(async (r): Promise<PublicMatch> => ({
      ano: r.number,
      ownerMasked: maskName(r.ownerName, r.ownerKind as 'personal' | 'enterprise'),
      sealedAt: r.sealedAt!.toISOString(),
      fileName: r.path === null ? r.fileName : nameOfFile(r.path, r.capture),
      statementSha256: r.statementSha256!.toString('hex'),
      logProof: await proofOf(r),
    })),
  )
  return { exists: list.length > 0, list }
}

/** Number and identity must both fit: the owner's name as printed or, of one who was verified, the number of their papers. */
export async function byNumber(services: Services, visitor: Visitor, ano: string, identity: string) {
  const e = await repo.sealedEvidence(services.db, visitor.platform.id).where('number', '=', ano).executeTakeFirst()
  const fits =
    e &&
    (comparedName(e.ownerName) === comparedName(identity) ||
      (e.ownerIdentityId !== null && (await isNumberOf(services, e.ownerIdentityId, numberOf(identity)))))
  if (!fits) return { exists: false, item: null }
  return { exists: true, item: await publicCertificate(services, visitor, e, { withPackage: false, expiresAt: null }) }
}
