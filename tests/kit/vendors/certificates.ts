import 'reflect-metadata'
import { KeyObject, webcrypto } from 'node:crypto'
import { BasicConstraintsExtension, X509CertificateGenerator } from '@peculiar/x509'

const rsa = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
}
const ec = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export interface Issuer {
  name: string
  keys: webcrypto.CryptoKeyPair
  algorithm: typeof rsa | typeof ec
  pem: string
}

export interface Issued {
  pem: string
  key: KeyObject
}

let serial = 0x7fff_0000

export async function newRoot(name: string, algorithm: typeof rsa | typeof ec = rsa): Promise<Issuer> {
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: (++serial).toString(16),
    name,
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date('2020-01-01'),
    notAfter: new Date('2040-01-01'),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return { name, keys, algorithm, pem: made.toString('pem') }
}

export const newEcRoot = (name: string) => newRoot(name, ec)

export async function issueFor(issuer: Issuer, subject: string, notAfter = new Date('2036-01-01')): Promise<Issued> {
  const keys = (await webcrypto.subtle.generateKey(rsa, true, ['sign', 'verify'])) as webcrypto.CryptoKeyPair
  const made = await X509CertificateGenerator.create({
    serialNumber: (++serial).toString(16),
    subject,
    issuer: issuer.name,
    notBefore: new Date('2021-01-01'),
    notAfter,
    signingKey: issuer.keys.privateKey,
    publicKey: keys.publicKey,
    signingAlgorithm: issuer.algorithm,
  })
  return { pem: made.toString('pem'), key: KeyObject.from(keys.privateKey) }
}
