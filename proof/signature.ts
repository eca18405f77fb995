import { concat, copy, type Bytes } from './bytes.ts'
import { readDer, type Der } from './der.ts'
import { exactly, members, readInteger, readOid } from './der-values.ts'
import { oids } from './oids.ts'
import { ProofError } from './report.ts'

export type Digest = 'SHA-256' | 'SHA-384' | 'SHA-512'

const subtle = globalThis.crypto.subtle

export const digest = async (name: Digest, bytes: Uint8Array): Promise<Bytes> =>
  new Uint8Array(await subtle.digest(name, copy(bytes)))

/** The one encoding of each digest algorithm that is taken: parameters absent (RFC 5754 §2). */
export function readDigestAlgorithm(node: Der | undefined): Digest {
  switch (readOid(exactly(node, 1)[0])) {
    case oids.sha256:
      return 'SHA-256'
    case oids.sha384:
      return 'SHA-384'
    case oids.sha512:
      return 'SHA-512'
    default:
      throw new ProofError('unknown-algorithm')
  }
}

interface Scheme {
  hash: Digest
  kind: 'rsa' | 'ecdsa'
}

/** RFC 5754 §3: RSA carries NULL parameters, ECDSA none. `rsaEncryption` in CMS leaves the hash to the digest algorithm. */
function readScheme(algorithm: Der, hash: Digest): Scheme {
  const [id, parameters, ...more] = members(algorithm)
  const name = readOid(id)
  const isRsa = name === oids.rsaEncryption || name === oids.sha256WithRsa
  if (more.length || (isRsa ? parameters?.raw.join() !== '5,0' : parameters)) throw new ProofError('unknown-algorithm')
  if (name === oids.rsaEncryption) return { kind: 'rsa', hash }
  if (name === oids.sha256WithRsa) return { kind: 'rsa', hash: 'SHA-256' }
  if (name === oids.ecdsaWithSha256) return { kind: 'ecdsa', hash: 'SHA-256' }
  if (name === oids.ecdsaWithSha384) return { kind: 'ecdsa', hash: 'SHA-384' }
  throw new ProofError('unknown-algorithm')
}

/** ECDSA signatures are SEQUENCE { r, s } in CMS and X.509, and r || s in WebCrypto. */
function rawEcdsa(der: Uint8Array, size: number): Bytes {
  const halves = exactly(readDer(der), 2).map((node) => {
    const value = readInteger(node)
    const hex = value.toString(16).padStart(size * 2, '0')
    if (value <= 0n || hex.length !== size * 2) throw new ProofError('bad-signature')
    return Uint8Array.from({ length: size }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16))
  })
  return concat(...halves)
}

function curveOf(spki: Bytes): 'P-256' | 'P-384' {
  const [algorithm] = members(readDer(spki))
  const [id, curve] = members(algorithm)
  if (readOid(id) !== oids.ecPublicKey) throw new ProofError('unknown-algorithm')
  const name = readOid(curve)
  if (name === oids.p256) return 'P-256'
  if (name === oids.p384) return 'P-384'
  throw new ProofError('unknown-algorithm')
}

interface SignedBytes {
  spki: Bytes
  /** AlgorithmIdentifier of the signature. */
  algorithm: Der
  /** Hash to use where the algorithm does not name one. */
  hash: Digest
  signature: Bytes
  data: Uint8Array
}

export async function verifySignature({ spki, algorithm, hash, signature, data }: SignedBytes): Promise<boolean> {
  const scheme = readScheme(algorithm, hash)
  const key = copy(spki)
  if (scheme.kind === 'rsa') {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: scheme.hash }
    return subtle.verify(rsa.name, await subtle.importKey('spki', key, rsa, false, ['verify']), copy(signature), copy(data))
  }
  const namedCurve = curveOf(spki)
  const imported = await subtle.importKey('spki', key, { name: 'ECDSA', namedCurve }, false, ['verify'])
  const raw = rawEcdsa(signature, namedCurve === 'P-256' ? 32 : 48)
  return subtle.verify({ name: 'ECDSA', hash: scheme.hash }, imported, raw, copy(data))
}
