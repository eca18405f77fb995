import 'reflect-metadata'
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
  type Extension,
  X509Certificate,
} from '@peculiar/x509'
import { oids } from '../../../proof/formats/oids.ts'

const subtle = webcrypto.subtle
type KeyPair = webcrypto.CryptoKeyPair

const rootKind = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
const tsaKind = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const sealKind = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 3072,
  publicExponent: Uint8Array.of(1, 0, 1),
  hash: 'SHA-256',
}

const logKind = { name: 'Ed25519' }

const localMark = 'LOCAL – NOT FOR PRODUCTION / 本地测试'

/** The same day of a later year, as people expect of a validity. */
export const years = (from: Date, count: number) =>
  new Date(Date.UTC(from.getUTCFullYear() + count, from.getUTCMonth(), from.getUTCDate()))
export const earlier = (a: Date, b: Date) => (a < b ? a : b)

/** Positive, 127 random bits (RFC 5280 §4.1.2.2). */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.toString('hex')
}

const generate = (kind: webcrypto.AlgorithmIdentifier) =>
  subtle.generateKey(kind as webcrypto.EcKeyGenParams, true, ['sign', 'verify']) as Promise<KeyPair>

/** Whose certificates: the name, and whether a local installation made them for itself. */
interface Subject {
  platformName: string
  /** Marks every subject, so that a test root cannot pass for a real one. */
  local: boolean
}

/** X.520 limits names to 64 characters; the mark is what must not be cut. */
function subjectOf({ platformName, local }: Subject, role: string): { [key: string]: string[] }[] {
  return [{ CN: [local ? `${role} (${localMark})` : role] }, { O: [[...platformName].slice(0, 64).join('')] }]
}

export const isLocal = (certificate: { subject: string }) => certificate.subject.includes('NOT FOR PRODUCTION')

const subjectBehind = (root: X509Certificate): Subject => ({
  platformName: root.subjectName.getField('O')[0] ?? '',
  local: isLocal(root),
})

/** Its private key as DER (PKCS#8) stays in memory only as long as the ceremony. */
export interface Root {
  key: Buffer
  certificate: X509Certificate
}

export async function makeRoot(subject: Subject, now: Date): Promise<Root> {
  const keys = await generate(rootKind)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: subjectOf(subject, 'Evidence Root'),
    notBefore: now,
    notAfter: years(now, 25),
    keys,
    signingAlgorithm: rootKind,
    extensions: [
      new BasicConstraintsExtension(true, 1, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { key: await privateBytes(keys), certificate }
}

async function issue(root: Root, now: Date, role: string, kind: webcrypto.AlgorithmIdentifier, uses: Extension[]) {
  const keys = await generate(kind)
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: subjectOf(subjectBehind(root.certificate), role),
    issuer: root.certificate.subjectName,
    notBefore: now,
    // A chain is judged at the time of a signature: a certificate that outlives its root would be good for nothing then.
    notAfter: earlier(years(now, 12), root.certificate.notAfter),
    publicKey: keys.publicKey,
    signingKey: await subtle.importKey('pkcs8', root.key, rootKind, false, ['sign']),
    signingAlgorithm: rootKind,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      ...uses,
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(await root.certificate.publicKey.export()),
    ],
  })
  return { key: await privateBytes(keys), certificate }
}

const signing = () => new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true)

/** RFC 3161 §2.3: this one purpose, critical. */
export const issueTsa = (root: Root, now: Date) =>
  issue(root, now, 'Time-stamping', tsaKind, [signing(), new ExtendedKeyUsageExtension([oids.timeStamping], true)])

/** Readers built on NSS trust a document signature only when e-mail protection stands beside document signing. */
export const issueSeal = (root: Root, now: Date) =>
  issue(root, now, 'Evidence Seal', sealKind, [
    signing(),
    new ExtendedKeyUsageExtension([oids.documentSigning, oids.emailProtection]),
  ])

/** The root's word for a key that somebody else certified as a seal: the same name and key, for the same purpose, no longer than theirs. */
export async function vouchFor(root: Root, seal: X509Certificate, now: Date, until: Date): Promise<X509Certificate> {
  return X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: seal.subjectName,
    issuer: root.certificate.subjectName,
    notBefore: now,
    notAfter: earlier(until, root.certificate.notAfter),
    publicKey: seal.publicKey,
    signingKey: await subtle.importKey('pkcs8', root.key, rootKind, false, ['sign']),
    signingAlgorithm: rootKind,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      signing(),
      new ExtendedKeyUsageExtension([oids.documentSigning, oids.emailProtection]),
      await AuthorityKeyIdentifierExtension.create(await root.certificate.publicKey.export()),
    ],
  })
}

/** No purpose stands for logs: its certificate has none, so that it passes for neither of the others. */
export const issueLog = (root: Root, now: Date) => issue(root, now, 'Evidence Log', logKind, [signing()])

const privateBytes = async (keys: KeyPair) => Buffer.from(await subtle.exportKey('pkcs8', keys.privateKey))

export const keyOf = (der: Buffer) => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })

export const encrypted = (der: Buffer, passphrase: string) =>
  keyOf(der).export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase }).toString()

export const pemOf = (certificate: X509Certificate) => `${certificate.toString('pem').trim()}\n`
