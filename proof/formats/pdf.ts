import { isSelfSigned, outsideRoots, type TrustRoots } from '../trust-roots.ts'
import type { Bytes } from '../bytes.ts'
import { checkCertificateAttachments } from '../package/certificate-attachments.ts'
import { readBlob } from '../hash.ts'
import { checkNotRevoked, listsOf } from './crl.ts'
import { readSignedPdf, type SignedPdf } from './pdf-bytes.ts'
import { conclude, FactList, ProofError, type Fact, type VerificationReport } from '../report.ts'
import { embeddedRoots, verifySeal, type VerifiedSeal } from '../signatures/seal.ts'
import type { EvidenceStatement } from '../statement.ts'
import { fingerprint, type Certificate } from './x509.ts'

const maxSize = 64 * 1024 * 1024

export interface CertificateReport extends VerificationReport {
  /** What the certificate carries; those of old carry nothing. */
  statement?: EvidenceStatement
}

/** What the certificate has to name when the evidence itself is at hand. */
export interface Named {
  digest: string
  number: string
}

/** Adds the facts about a certificate: sealed as a whole (PAdES-B-T, ETSI EN 319 142-1 §6.3), and for this evidence. */
export async function checkCertificate(list: FactList, bytes: Bytes, roots: TrustRoots, named?: Named) {
  const { pdf } = await checkSealed(list, bytes, roots)
  if (pdf) await checkNames(list, pdf, named)
}

async function checkSealed(
  list: FactList,
  bytes: Bytes,
  roots: TrustRoots,
): Promise<{ pdf?: SignedPdf | undefined; seal?: VerifiedSeal | undefined }> {
  const pdf = await list.check('certificate-unaltered', 'anyone', () => readSignedPdf(bytes))
  if (!pdf) return {}
  const seal = await list.check(
    'certificate-sealed',
    'platform',
    () => verifyUnrevoked(pdf, roots),
    (s) => ({ time: s.stamp.genTime.toISOString(), detail: { signer: s.signer.commonName } }),
  )
  if (seal?.issued) list.add(recognition(seal.issued))
  return { pdf, seal }
}

/** A certificate by itself may carry no list: what the reader knows of revoked keys is asked in any case. */
async function verifyUnrevoked({ signature, content }: SignedPdf, roots: TrustRoots): Promise<VerifiedSeal> {
  const seal = await verifySeal(signature, content, roots.certificates, roots.beside)
  for (const list of await listsOf(seal.anchor, roots.lists)) {
    checkNotRevoked(list, seal.vouched, seal.stamp.genTime)
    checkNotRevoked(list, seal.stamp.signer, seal.stamp.genTime)
  }
  return seal
}

/** Advice like the comparison of roots: the platform vouches for the key either way. */
const recognition = ({ authority, isKnown }: NonNullable<VerifiedSeal['issued']>): Fact => ({
  code: 'seal-recognised',
  status: isKnown ? 'proven' : 'unavailable',
  dependsOn: 'ca',
  detail: { authority, ...(isKnown ? {} : { root: 'unknown' }) },
})

const checkNames = (list: FactList, pdf: SignedPdf, named?: Named) =>
  list.check(
    'certificate-names-evidence',
    'platform',
    () => checkNamed(pdf, named),
    (n) => ({ detail: { ...n } }),
  )

function checkNamed({ info }: SignedPdf, named?: Named): Named {
  const digest = info.get('EvidenceSHA256')
  const number = info.get('EvidenceNumber')
  if (digest?.length !== 64 || number?.length !== 18) throw new ProofError('certificate-names-nothing')
  if (named && (named.digest !== digest || named.number !== number))
    throw new ProofError('certificate-of-other-evidence', { number })
  return { digest, number }
}

/**
 * Verifies a certificate on its own: that it is sealed and, from what it carries, that the statement it names was fixed in time
 * and logged. The originals are not at hand then, so the verdict is at best `incomplete`.
 */
export async function verifyCertificate(
  file: Blob,
  options: { anchors?: string[]; lists?: string[] } = {},
): Promise<CertificateReport> {
  const list = new FactList()
  const roots = await list.check('certificate-readable', 'anyone', async () => ({
    ...(await rootsFor(file, options.anchors ?? [])),
    lists: options.lists ?? [],
  }))
  const statement = roots && (await checkAlone(list, await readBlob(file), roots))
  list.add({ code: 'data-files-present', status: 'unavailable', dependsOn: 'anyone', detail: {} })
  return { ...conclude(list.facts), ...(statement && { statement }) }
}

async function checkAlone(list: FactList, bytes: Bytes, roots: TrustRoots): Promise<EvidenceStatement | undefined> {
  const sealed = new FactList()
  const { pdf, seal } = await checkSealed(sealed, bytes, roots)
  await noteRoot(list, roots, seal?.anchor)
  for (const fact of sealed.facts) list.add(fact)
  // Nothing inside is read before the seal over all of it was found to hold.
  const carried =
    seal && (await checkCertificateAttachments(list, bytes, seal, { ...roots, certificates: [seal.anchor] }))
  if (pdf) await checkNames(list, pdf, carried)
  return carried?.statement
}

async function rootsFor(file: Blob, pems: string[]): Promise<TrustRoots> {
  if (file.size > maxSize) throw new ProofError('entry-too-large', { path: 'certificate.pdf' })
  const outside = outsideRoots(pems)
  if (outside) return outside
  const { signature } = readSignedPdf(await readBlob(file))
  const roots = await embeddedRoots(signature)
  const [root] = roots
  if (roots.length !== 1 || !root || !(await isSelfSigned(root))) throw new ProofError('bad-root')
  return { certificates: roots, source: 'package' }
}

/** The root that the seal leads to; of several that the reader brought, it is the one that counts. */
async function noteRoot(list: FactList, { certificates: [first], source }: TrustRoots, reached?: Certificate) {
  const root = reached ?? first
  if (!root) return
  const status = source === 'outside' ? 'proven' : 'unavailable'
  const detail = { fingerprint: await fingerprint(root), name: root.commonName }
  list.add({ code: 'root-compared', status, dependsOn: source === 'outside' ? 'anyone' : 'package', detail })
}
