import type { TrustRoots } from '../trust-roots.ts'
import type { Bytes } from '../bytes.ts'
import { checkCertificateAttachments } from '../package/certificate-attachments.ts'
import type { SignedPdf } from './pdf-bytes.ts'
import { conclude, FactList, ProofError, type VerificationReport } from '../report.ts'
import { checkSealed, checkSealedAlone } from './sealed-pdf.ts'
import type { EvidenceStatement } from '../statement.ts'

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
  const { pdf } = await checkSealed(list, bytes, roots, 'certificate')
  if (pdf) await checkNames(list, pdf, named)
}

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
  const statement = await checkAlone(list, file, options)
  list.add({ code: 'data-files-present', status: 'unavailable', dependsOn: 'anyone', detail: {} })
  return { ...conclude(list.facts), ...(statement && { statement }) }
}

async function checkAlone(
  list: FactList,
  file: Blob,
  options: { anchors?: string[]; lists?: string[] },
): Promise<EvidenceStatement | undefined> {
  const { bytes, roots, pdf, seal } = (await checkSealedAlone(list, file, 'certificate', options)) ?? {}
  // Nothing inside is read before the seal over all of it was found to hold.
  const carried =
    bytes && roots && seal
      ? await checkCertificateAttachments(list, bytes, seal, { ...roots, certificates: [seal.anchor] })
      : undefined
  if (pdf) await checkNames(list, pdf, carried)
  return carried?.statement
}
