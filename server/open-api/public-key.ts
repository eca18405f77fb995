import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { keyBits } from '../../contract/open-api/keys.ts'
import { badFields } from '../kit/errors.ts'

export interface PublicKey {
  /** SubjectPublicKeyInfo. */
  der: Buffer
  bits: number
  fingerprint: string
}

const armour = /^-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----$/
const refuse = (key: string, params: Record<string, number> = {}) =>
  badFields({ path: 'publicKey', key: `publicKey.${key}`, params })

/** A public exponent of 3 has been the door of many forgeries; one above 32 bits only costs time at every request. */
const leastExponent = 65_537n
const mostExponent = 0xffff_ffffn

/** The one RSA public key that a PEM holds, judged. Whoever sends a private key is told to make another. */
export function readPublicKey(pem: string): PublicKey {
  if (/PRIVATE KEY/i.test(pem)) throw refuse('private')
  const body = armour.exec(pem.trim())?.[1]
  const key = body ? parse(Buffer.from(body, 'base64')) : undefined
  if (!key) throw refuse('format')
  if (key.asymmetricKeyType !== 'rsa') throw refuse('kind')
  const { modulusLength: bits = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {}
  if (bits < keyBits.least || bits > keyBits.most) throw refuse('size', keyBits)
  const modulus = Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url')
  // An even number is no product of two great primes.
  if (
    publicExponent < leastExponent ||
    publicExponent > mostExponent ||
    publicExponent % 2n === 0n ||
    (modulus.at(-1) ?? 0) % 2 === 0
  )
    throw refuse('weak')
  const der = key.export({ type: 'spki', format: 'der' })
  return { der, bits, fingerprint: createHash('sha256').update(der).digest('hex') }
}

function parse(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}
