import { equal, type Bytes } from '../bytes.ts'
import { verifyChain } from '../signatures/chain.ts'
import { ProofError } from '../report.ts'
import type { Certificate } from '../formats/x509.ts'
import { openCheckpoint, type Checkpoint } from './checkpoint.ts'
import { leafHash, rootOfInclusion } from './merkle.ts'
import { readLogProof } from './tlog-proof.ts'

export interface Logged extends Omit<Checkpoint, 'root'> {
  index: number
  /** The log's own certificate. */
  signer: Certificate
}

/** SubjectPublicKeyInfo of Ed25519 (RFC 8410 §4): this, then the 32 bytes of the key. */
const ed25519Head = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00)

/** The raw key of a log's certificate. */
export function logKeyOf({ spki }: Pick<Certificate, 'spki'>): Bytes {
  if (spki.length !== 44 || !equal(spki.slice(0, 12), ed25519Head)) throw new ProofError('unknown-algorithm')
  return spki.slice(12)
}

interface Asked {
  leaf: Uint8Array
  proof: Uint8Array
  /** The log's certificate, as it travels with the evidence. */
  signer: Certificate
  anchors: Certificate[]
  /** An instant at which the proof was there: the certificate is judged by that. */
  at: Date
}

/** That a leaf stands in a log whose key an anchor vouches for. */
export async function verifyLogged({ leaf, proof, signer, anchors, at }: Asked): Promise<Logged> {
  await verifyChain({ signer, others: [], anchors, at, purpose: 'logging' })
  return { ...(await provenLeaf({ leaf, proof, publicKey: logKeyOf(signer) })), signer }
}

/** Where a leaf stands under the checkpoint of its proof, which this key signed. */
export async function provenLeaf({
  leaf,
  proof,
  publicKey,
}: {
  leaf: Uint8Array
  proof: Uint8Array
  publicKey: Bytes
}): Promise<Omit<Logged, 'signer'>> {
  const { index, hashes, checkpoint } = readLogProof(proof)
  const { origin, size, root } = await openCheckpoint(checkpoint, publicKey)
  const found = await rootOfInclusion({ index, size, leaf: await leafHash(leaf), proof: hashes })
  if (!equal(found, root)) throw new ProofError('log-proof-wrong')
  return { index, origin, size }
}
