import { concat, copy, type Bytes } from '../bytes.ts'
import { readDer, type Der } from '../formats/der.ts'
import { exactly, members, readInteger, readOid } from '../formats/der-values.ts'
import { oids } from '../formats/oids.ts'
import { ProofError } from '../report.ts'

export type Digest = 'SHA-256' | 'SHA-384' | 'SHA-512'

const subtle = globalThis.crypto.subtle

export const digest = async (name: Digest, bytes: Uint8Array): Promise<Bytes> =>
  new Uint8Array(await subtle.digest(name, copy(bytes)))

/** Only as the name of a certificate (`ESSCertID`, RFC 2634 §5.4.1), beside a signature that says the same in a digest that holds. */
export const sha1 = async (bytes: Uint8Array): Promise<Bytes> =>
  new Uint8Array(await subtle.digest('SHA-1', copy(bytes)))

const isNull = (parameters: Der) => parameters.raw.join() === '5,0'

/** Digest algorithms are written without parameters, and read with NULL as well (RFC 5754 §2). */
export function readDigestAlgorithm(node: Der | undefined): Digest {
  const [id, parameters, ...more] = members(node)
  if (more.length || (parameters && !isNull(parameters))) throw new ProofError('unknown-algorithm')
  switch (readOid(id)) {
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

const schemes: Record<string, { kind: Scheme['kind']; hash?: Digest }> = {
  [oids.rsaEncryption]: { kind: 'rsa' },
  [oids.sha256WithRsa]: { kind: 'rsa', hash: 'SHA-256' },
  [oids.sha384WithRsa]: { kind: 'rsa', hash: 'SHA-384' },
  [oids.sha512WithRsa]: { kind: 'rsa', hash: 'SHA-512' },
  [oids.ecdsaWithSha256]: { kind: 'ecdsa', hash: 'SHA-256' },
  [oids.ecdsaWithSha384]: { kind: 'ecdsa', hash: 'SHA-384' },
  [oids.ecdsaWithSha512]: { kind: 'ecdsa', hash: 'SHA-512' },
}

/** RFC 5754 §3: RSA carries NULL parameters, ECDSA none. `rsaEncryption` in CMS leaves the hash to the digest algorithm. */
function readScheme(algorithm: Der, hash: Digest): Scheme {
  const [id, parameters, ...more] = members(algorithm)
  const scheme = schemes[readOid(id)]
  const hasParameters = scheme?.kind === 'rsa' ? parameters && isNull(parameters) : !parameters
  if (!scheme || more.length || !hasParameters) throw new ProofError('unknown-algorithm')
  return { kind: scheme.kind, hash: scheme.hash ?? hash }
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

const curves: Record<string, { namedCurve: string; size: number }> = {
  [oids.p256]: { namedCurve: 'P-256', size: 32 },
  [oids.p384]: { namedCurve: 'P-384', size: 48 },
  [oids.p521]: { namedCurve: 'P-521', size: 66 },
}

function curveOf(spki: Bytes) {
  const [algorithm] = members(readDer(spki))
  const [id, curve] = members(algorithm)
  const known = readOid(id) === oids.ecPublicKey && curves[readOid(curve)]
  if (!known) throw new ProofError('unknown-algorithm')
  return known
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
    return subtle.verify(
      rsa.name,
      await subtle.importKey('spki', key, rsa, false, ['verify']),
      copy(signature),
      copy(data),
    )
  }
  const { namedCurve, size } = curveOf(spki)
  const imported = await subtle.importKey('spki', key, { name: 'ECDSA', namedCurve }, false, ['verify'])
  const raw = rawEcdsa(signature, size)
  return subtle.verify({ name: 'ECDSA', hash: scheme.hash }, imported, raw, copy(data))
}
