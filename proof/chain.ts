import { equal } from './bytes.ts'
import { oids } from './oids.ts'
import { ProofError } from './report.ts'
import { isSignedBy, keyUsages, type Certificate } from './x509.ts'

export type Purpose = 'time-stamping' | 'sealing' | 'logging'

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
export async function verifyChain({ signer, others, anchors, at, purpose }: ChainQuestion): Promise<Certificate> {
  checkPurpose(signer, purpose)
  const used = new Set<Certificate>()
  let current = signer
  for (let length = 0; length < maxLength; length++) {
    checkValidity(current, at)
    const anchor = await issuerOf(current, anchors)
    if (anchor) {
      checkValidity(anchor, at)
      refuseStowaways(others, used, anchor)
      return anchor
    }
    const next = await issuerOf(current, others.filter((c) => !used.has(c)))
    if (!next) throw new ProofError('chain-untrusted', { issuer: current.commonName })
    used.add(next)
    current = next
  }
  throw new ProofError('chain-too-long')
}

function checkValidity(certificate: Certificate, at: Date) {
  if (at < certificate.notBefore || at > certificate.notAfter) {
    throw new ProofError('certificate-not-valid-then', { name: certificate.commonName, at: at.toISOString() })
  }
}

async function issuerOf(certificate: Certificate, candidates: Certificate[]): Promise<Certificate | undefined> {
  for (const candidate of candidates) {
    const mayIssue = candidate.isAuthority && (candidate.keyUsage === undefined || candidate.keyUsage & keyUsages.keyCertSign)
    if (!mayIssue || !equal(candidate.subject, certificate.issuer)) continue
    if (await isSignedBy(certificate, candidate)) return candidate
  }
  return undefined
}

function refuseStowaways(others: Certificate[], used: Set<Certificate>, anchor: Certificate) {
  if (others.some((c) => !used.has(c) && !equal(c.raw, anchor.raw))) throw new ProofError('unexpected-certificate')
}

/** RFC 3161 §2.3: a time-stamping key has that one purpose, marked critical, and no other. There is no purpose of that kind for logs: theirs have none. */
function checkPurpose(signer: Certificate, purpose: Purpose) {
  const ids = signer.purposes?.ids ?? []
  const usage = signer.keyUsage ?? 0
  const maySign = usage & (keyUsages.digitalSignature | keyUsages.nonRepudiation)
  const fits: Record<Purpose, boolean> = {
    'time-stamping': signer.purposes?.critical === true && ids.length === 1 && ids[0] === oids.timeStamping,
    sealing: ids.includes(oids.documentSigning),
    logging: signer.purposes === undefined,
  }
  if (!maySign || !fits[purpose] || signer.isAuthority) throw new ProofError('wrong-key-purpose', { name: signer.commonName })
}
