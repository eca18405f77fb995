import 'reflect-metadata'
import { createHash, createPublicKey, webcrypto } from 'node:crypto'
import * as x509 from '@peculiar/x509'

export interface FixtureCertificate {
  readonly key: string
  readonly cert: string
  /** Digest by which a capture can be told to trust it. */
  readonly spki: string
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

interface CertificateOptions {
  /** Days from now until it ends; below zero it has ended. */
  readonly endsInDays?: number
  readonly address?: string
}

/** A self-signed certificate for the loopback addresses. */
export async function makeCertificate({
  endsInDays = 30,
  address = '127.0.0.1',
}: CertificateOptions = {}): Promise<FixtureCertificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const day = 86_400_000
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=岛风百货测试',
    notBefore: new Date(Date.now() - 60 * day),
    notAfter: new Date(Date.now() + endsInDays * day),
    signingAlgorithm: ALGORITHM,
    keys: keys,
    extensions: [
      new x509.SubjectAlternativeNameExtension([
        { type: 'ip', value: address },
        { type: 'dns', value: 'localhost' },
      ]),
    ],
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const cert = certificate.toString('pem')
  const spki = createHash('sha256')
    .update(createPublicKey(cert).export({ type: 'spki', format: 'der' }))
    .digest('base64')
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert, spki }
}
