import { equal, fromUtf8 } from './bytes.ts'
import { ProofError } from './report.ts'
import { isSignedBy, readPem, type Certificate } from './formats/x509.ts'

/** Trust roots that a verification starts from, and whether the reader brought them or the evidence did. */
export interface TrustRoots {
  certificates: Certificate[]
  source: 'outside' | 'package'
  /** Whatever else the reader trusts, for something else: an authority of time-stamps or seals speaks for no platform. */
  beside?: Certificate[]
  /** PEM texts of revocation lists that the reader got elsewhere: a file cannot know what was revoked after it was made. */
  lists?: string[]
}

/** Roots handed over by the reader: PEM texts obtained over another channel. */
export function outsideRoots(pems: string[]): TrustRoots | undefined {
  const certificates = pems.flatMap(readPem)
  return certificates.length ? { certificates, source: 'outside' } : undefined
}

/** The root that travels with a package: exactly one certificate, signed by itself. */
export async function packageRoot(pem: Uint8Array): Promise<Certificate> {
  const [root, ...more] = readPem(fromUtf8(pem))
  if (!root || more.length || !(await isSelfSigned(root))) throw new ProofError('bad-root')
  return root
}

export const isSelfSigned = async (c: Certificate) =>
  c.isAuthority && equal(c.subject, c.issuer) && (await isSignedBy(c, c))
