import { createPrivateKey, sign as signBytes, X509Certificate, type KeyObject } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { TrustError } from './trust-error.ts'

export type KeyId = 'tsa' | 'seal'
export type SignatureAlgorithm = 'ecdsa-sha256' | 'rsa-pkcs1-sha256'

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
}

const inThreadPool = promisify(signBytes)

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

async function load(dir: string, id: KeyId, passphrase: string, signUntil: string): Promise<Loaded> {
  const pem = await readSecret(join(dir, `${id}.key.pem`))
  const certificate = new X509Certificate(await readFile(join(dir, `${id}.cert.pem`)))
  const key = decrypt(pem, passphrase)
  if (!certificate.checkPrivateKey(key)) throw new TrustError('key-unreadable', id)
  const algorithm = key.asymmetricKeyType === 'ec' ? 'ecdsa-sha256' : 'rsa-pkcs1-sha256'
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
  const { signUntil } = JSON.parse(await readFile(join(dir, 'keys.json'), 'utf8')) as { signUntil: Record<KeyId, string> }
  const keys: Record<KeyId, Loaded> = {
    tsa: await load(dir, 'tsa', passphrase, signUntil.tsa),
    seal: await load(dir, 'seal', passphrase, signUntil.seal),
  }
  return {
    info: (id) => keys[id].info,
    sign: (id, algorithm, bytes) => {
      const { key, info } = keys[id]
      if (info.algorithm !== algorithm) throw new TrustError('key-unreadable', id)
      return inThreadPool('sha256', bytes, key)
    },
  }
}
