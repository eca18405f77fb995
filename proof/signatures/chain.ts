import { equal } from '../bytes.ts'
import { oids } from '../formats/oids.ts'
import { ProofError } from '../report.ts'
import { isSignedBy, keyUsages, type Certificate } from '../formats/x509.ts'

type Purpose = 'time-stamping' | 'sealing' | 'logging'

const maxLength = 5

interface ChainQuestion {
  signer: Certificate
  /** Certificates that came with the signature. Each must be on the path: nothing may ride along unchecked. */
  others: Certificate[]
  anchors: Certificate[]
  at: Date
  purpose: Purpose
}

/** Path validation (RFC 5280 §6.1) without policies and name constraints, at an instant that is given. Returns the anchor reached. */
export async function verifyChain(question: ChainQuestion): Promise<Certificate> {
  const { anchor, between } = await findChain(question)
  if (question.others.some((c) => !between.includes(c) && !equal(c.raw, anchor.raw)))
    throw new ProofError('unexpected-certificate')
  return anchor
}

/** The same, whatever else came along: the anchor, and the authorities between it and the signer. */
export async function findChain({
  signer,
  others,
  anchors,
  at,
  purpose,
}: ChainQuestion): Promise<{ anchor: Certificate; between: Certificate[] }> {
  checkPurpose(signer, purpose)
  const between: Certificate[] = []
  let current = signer
  for (let length = 0; length < maxLength; length++) {
    checkValidity(current, at)
    const anchor = await issuerOf(current, anchors, length)
    if (anchor) {
      checkValidity(anchor, at)
      return { anchor, between }
    }
    const next = await issuerOf(
      current,
      others.filter((c) => !between.includes(c)),
      length,
    )
    if (!next) throw new ProofError('chain-untrusted', { issuer: current.commonName })
    between.push(next)
    current = next
  }
  throw new ProofError('chain-too-long')
}

/** The issuers of a certificate, one above the other, as far as they are there. */
export async function issuersOf(certificate: Certificate, candidates: Certificate[]): Promise<Certificate[]> {
  const above: Certificate[] = []
  for (let current = certificate; above.length < maxLength;) {
    const next = await issuerOf(
      current,
      candidates.filter((c) => !above.includes(c)),
      above.length,
    )
    if (!next) break
    above.push(next)
    current = next
  }
  return above
}

function checkValidity(certificate: Certificate, at: Date) {
  if (at < certificate.notBefore || at > certificate.notAfter) {
    throw new ProofError('certificate-not-valid-then', { name: certificate.commonName, at: at.toISOString() })
  }
}

async function issuerOf(
  certificate: Certificate,
  candidates: Certificate[],
  below: number,
): Promise<Certificate | undefined> {
  for (const candidate of candidates) {
    const mayIssue =
      candidate.isAuthority &&
      (candidate.pathLength ?? below) >= below &&
      (candidate.keyUsage === undefined || candidate.keyUsage & keyUsages.keyCertSign)
    if (!mayIssue || !equal(candidate.subject, certificate.issuer)) continue
    if (await isSignedBy(certificate, candidate)) return candidate
  }
  return undefined
}

/** RFC 3161 §2.3: a time-stamping key has that one purpose, marked critical, and no other. There is no purpose of that kind for logs: theirs have none. */
function checkPurpose(signer: Certificate, purpose: Purpose) {
  const ids = signer.purposes?.ids ?? []
  // RFC 5280 §4.2.1.3: without the extension a key's use is not limited. Our own keys always have it.
  const usage = signer.keyUsage ?? (purpose === 'time-stamping' ? keyUsages.digitalSignature : 0)
  const maySign = usage & (keyUsages.digitalSignature | keyUsages.nonRepudiation)
  const fits: Record<Purpose, boolean> = {
    'time-stamping': signer.purposes?.critical === true && ids.length === 1 && ids[0] === oids.timeStamping,
    sealing: ids.includes(oids.documentSigning),
    logging: signer.purposes === undefined,
  }
  if (!maySign || !fits[purpose] || signer.isAuthority)
    throw new ProofError('wrong-key-purpose', { name: signer.commonName })
}
