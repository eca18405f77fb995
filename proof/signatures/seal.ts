import { equal } from '../bytes.ts'
import { findChain, issuersOf, verifyChain } from './chain.ts'
import { namesCertificate, readSignedData, verifyContent, type SignedData } from '../formats/cms.ts'
import { oids } from '../formats/oids.ts'
import { ProofError } from '../report.ts'
import { verifyToken, type VerifiedTimeStamp } from '../formats/tsp.ts'
import type { Certificate } from '../formats/x509.ts'

export interface VerifiedSeal {
  signer: Certificate
  /** The root the platform's word leads to. */
  anchor: Certificate
  stamp: VerifiedTimeStamp
  /** The certificate by which the root vouches for the key: the signer's own, or one that the root issued for the same key beside it. */
  vouched: Certificate
  /** Where a certification authority issued the signer's certificate: by its name, and whether that leads to one of the anchors too. */
  issued?: { authority: string; isKnown: boolean }
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
export async function verifySeal(
  signature: Uint8Array,
  content: Uint8Array,
  anchors: Certificate[],
  /** Roots by which an authority is recognised. */
  known = anchors,
): Promise<VerifiedSeal> {
  const signed = await readSignedData(signature)
  if (signed.content || signed.contentType !== oids.data) throw new ProofError('not-detached')
  // CAdES and PAdES allow more signed attributes; the seal makes these three and a reader can expect no other.
  if (signed.signedAttributes.size !== 3) throw new ProofError('unexpected-attribute')
  await verifyContent(signed, content)
  const token = signed.unsignedAttributes.get(oids.signatureTimeStamp)
  if (!token || signed.unsignedAttributes.size !== 1) throw new ProofError('signature-time-stamp-missing')
  const stamp = await verifyToken(token.raw, signed.signature, anchors)
  const key = await verifyKey(signed, { anchors, known }, stamp.genTime)
  requireOwnKey(stamp)
  requireOwnKey({ signer: key.vouched, anchor: key.anchor })
  if (!equal(stamp.anchor.raw, key.anchor.raw)) throw new ProofError('chain-untrusted', { issuer: stamp.authority })
  return { ...key, stamp }
}

/**
 * A platform's root issues each of its keys itself. Where a reader brought roots of authorities too, those vouch for people through
 * authorities in between, and whoever holds a certificate of theirs must not be taken for the platform.
 */
export function requireOwnKey({ signer, anchor }: { signer: Certificate; anchor: Certificate }) {
  if (!equal(signer.issuer, anchor.subject)) throw new ProofError('chain-untrusted', { issuer: signer.issuerName })
}

/**
 * The platform may seal with a key that a certification authority knows, so that readers of PDF know it too. Its root vouches for
 * that key by a certificate of its own, which travels along: whoever trusts the platform's root needs no other, and a seal that the
 * root does not vouch for fails whatever authority issued it. Whether the authority is known is told beside it.
 */
async function verifyKey(
  signed: SignedData,
  { anchors, known }: { anchors: Certificate[]; known: Certificate[] },
  at: Date,
): Promise<Omit<VerifiedSeal, 'stamp'>> {
  const { signer, others } = signed
  const vouched = others.find((c) => equal(c.spki, signer.spki))
  if (!vouched)
    return { signer, vouched: signer, anchor: await verifyChain({ signer, others, anchors, at, purpose: 'sealing' }) }
  const rest = others.filter((c) => c !== vouched)
  const { anchor, between } = await findChain({ signer: vouched, others: rest, anchors, at, purpose: 'sealing' })
  const above = await issuersOf(signer, rest)
  for (const c of rest) {
    // No root that is at hand may stand above the authority's certificates: the signature itself has to cover them.
    const isOurs = equal(c.raw, anchor.raw) || between.includes(c)
    if (!isOurs && !(above.includes(c) && (await namesCertificate(signed, c))))
      throw new ProofError('unexpected-certificate')
  }
  const isKnown = await findChain({ signer, others: above, anchors: known, at, purpose: 'sealing' }).then(
    () => true,
    () => false,
  )
  return { signer, vouched, anchor, issued: { authority: (above.at(-1) ?? signer).issuerName, isKnown } }
}
