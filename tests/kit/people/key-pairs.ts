import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** A key pair as the commands of the page make one, only shorter. */
export function newKeyPair(bits = 2048): { publicKey: string; privateKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  return { publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })), privateKey }
}

export const newPublicKey = () => newKeyPair().publicKey
