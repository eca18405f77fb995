import { createPrivateKey, sign as signBytes, X509Certificate, type KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TrustError } from '../trust-error.types.ts'

export type KeyId = 'tsa' | 'seal' | 'log' | 'ca-seal'
export type SignatureAlgorithm = 'ecdsa-sha256' | 'rsa-pkcs1-sha256' | 'ed25519'

export interface KeyInfo {
  id: KeyId
  algorithm: SignatureAlgorithm
  /** DER. */
  certificate: Buffer
  /** After this instant the key may sign no more, though its certificate lives on for verifiers. */
  signUntil: Date
}

/** Everything that signs goes through here; nothing else ever sees a private key. ECDSA signatures come DER-encoded. */
export interface KeyProvider {
  sign(keyId: KeyId, algorithm: SignatureAlgorithm, bytes: Uint8Array): Promise<Buffer>
  info(keyId: KeyId): KeyInfo
  /** False of keys that sets made before there was a use for them lack. */
  has(keyId: KeyId): boolean
}

const inThreadPool = promisify(signBytes)

/**
 * A signature on a curve takes twenty microseconds, a thread is reached and heard of again in ten times that; one by RSA takes a thousand, in which
 * everybody else would wait.
 */
const signWith = (algorithm: SignatureAlgorithm, bytes: Uint8Array, key: KeyObject): Promise<Buffer> | Buffer => {
  if (algorithm === 'rsa-pkcs1-sha256') return inThreadPool('sha256', bytes, key)
  // Ed25519 hashes by itself.
  return signBytes(algorithm === 'ed25519' ? null : 'sha256', bytes, key)
}

/** Reads a secret that only its owner may read. */
export async function readSecret(path: string): Promise<string> {
  const { mode } = await stat(path).catch(() => {
    throw new TrustError('keys-missing')
  })
  if (mode & 0o077) throw new TrustError('key-too-open')
  return (await readFile(path, 'utf8')).trim()
}

interface Loaded {
  info: KeyInfo
  key: KeyObject
}

const algorithms: Partial<Record<string, SignatureAlgorithm>> = {
  ec: 'ecdsa-sha256',
  rsa: 'rsa-pkcs1-sha256',
  ed25519: 'ed25519',
}

async function load(dir: string, id: KeyId, passphrase: string, signUntil: string): Promise<Loaded> {
  const pem = await readSecret(join(dir, `${id}.key.pem`))
  const certificate = new X509Certificate(await readFile(join(dir, `${id}.cert.pem`)))
  const key = decrypt(pem, passphrase)
  if (!certificate.checkPrivateKey(key)) throw new TrustError('key-unreadable', id)
  const algorithm = algorithms[key.asymmetricKeyType ?? '']
  if (!algorithm) throw new TrustError('key-unreadable', id)
  return { key, info: { id, algorithm, certificate: certificate.raw, signUntil: new Date(signUntil) } }
}

function decrypt(pem: string, passphrase: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, passphrase })
  } catch {
    throw new TrustError('key-unreadable')
  }
}

/** PKCS#8 files encrypted under one passphrase. */
export async function openFileKeys(dir: string, passphrase: string): Promise<KeyProvider> {
  const { signUntil } = JSON.parse(await readFile(join(dir, 'keys.json'), 'utf8')) as {
    signUntil: Partial<Record<KeyId, string>>
  }
  const keys = new Map<KeyId, Loaded>()
  for (const id of ['tsa', 'seal', 'log', 'ca-seal'] as const)
    if (signUntil[id]) keys.set(id, await load(dir, id, passphrase, signUntil[id]))
  const keyOf = (id: KeyId) => {
    const found = keys.get(id)
    if (!found) throw new TrustError('key-missing', id)
    return found
  }
  return {
    has: (id) => keys.has(id),
    info: (id) => keyOf(id).info,
    sign: async (id, algorithm, bytes) => {
      const { key, info } = keyOf(id)
      if (info.algorithm !== algorithm) throw new TrustError('key-unreadable', id)
      return signWith(algorithm, bytes, key)
    },
  }
}
