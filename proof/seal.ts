import { verifyChain } from './chain.ts'
import { readSignedData, verifyContent } from './cms.ts'
import { oids } from './oids.ts'
import { ProofError } from './report.ts'
import { verifyToken, type VerifiedTimeStamp } from './tsp.ts'
import type { Certificate } from './x509.ts'

export interface VerifiedSeal {
  signer: Certificate
  anchor: Certificate
  stamp: VerifiedTimeStamp
}

/** Certificates that are their own issuer, travelling inside a signature: anchors only when nothing better is given. */
export async function embeddedRoots(signature: Uint8Array): Promise<Certificate[]> {
  const { others } = await readSignedData(signature)
  return others.filter((c) => c.isAuthority && c.subject.join() === c.issuer.join())
}

/**
 * Verifies a detached CAdES-T or PAdES-T signature (ETSI EN 319 122-1 §5.3): the signature over `content`,
 * the time-stamp over the signature value, and the chain of the seal at the stamped time.
 */
export async function verifySeal(signature: Uint8Array, content: Uint8Array, anchors: Certificate[]): Promise<VerifiedSeal> {
  const signed = await readSignedData(signature)
  if (signed.content || signed.contentType !== oids.data) throw new ProofError('not-detached')
  // CAdES and PAdES allow more signed attributes; the seal makes these three and a reader can expect no other.
  if (signed.signedAttributes.size !== 3) throw new ProofError('unexpected-attribute')
  await verifyContent(signed, content)
  const token = signed.unsignedAttributes.get(oids.signatureTimeStamp)
  if (!token || signed.unsignedAttributes.size !== 1) throw new ProofError('signature-time-stamp-missing')
  const stamp = await verifyToken(token.raw, signed.signature, anchors)
  const { signer, others } = signed
  const anchor = await verifyChain({ signer, others, anchors, at: stamp.genTime, purpose: 'sealing' })
  return { signer, anchor, stamp }
}
