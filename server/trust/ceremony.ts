import 'reflect-metadata'
import { createPrivateKey, randomBytes, webcrypto } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  AuthorityKeyIdentifierExtension,
  X509CertificateGenerator,
  type Extension,
  type X509Certificate,
} from '@peculiar/x509'
import { oids } from '../../proof/oids.ts'
import { writeRevocationList } from './revocation-list.ts'
import { TrustError } from './trust-error.ts'

const subtle = webcrypto.subtle
type KeyPair = webcrypto.CryptoKeyPair

export interface CeremonySettings {
  /** Folder that will hold the keys in use; must not exist yet or be empty. */
  dir: string
  /** Folder the root key is exported to. */
  offlineDir: string
  passphrase: string
  rootPassphrase: string
  platformName: string
  /** Marks every subject, so that a test root cannot pass for a real one. */
  local: boolean
  now: Date
}

const rootKind = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' }
const tsaKind = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const sealKind = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 3072, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' }

const localMark = 'LOCAL – NOT FOR PRODUCTION / 本地测试'
const years = (from: Date, count: number) => new Date(Date.UTC(from.getUTCFullYear() + count, from.getUTCMonth(), from.getUTCDate()))

/** Positive, 127 random bits (RFC 5280 §4.1.2.2). */
function newSerial(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes.toString('hex')
}

const generate = (kind: webcrypto.AlgorithmIdentifier) => subtle.generateKey(kind as webcrypto.EcKeyGenParams, true, ['sign', 'verify']) as Promise<KeyPair>

/** X.520 limits names to 64 characters; the mark is what must not be cut. */
function subjectOf(settings: CeremonySettings, role: string): { [key: string]: string[] }[] {
  const base = settings.local ? `${role} (${localMark})` : role
  return [{ CN: [base] }, { O: [[...settings.platformName].slice(0, 64).join('')] }]
}

interface Issuing {
  settings: CeremonySettings
  root: { keys: KeyPair; certificate: X509Certificate }
}

async function makeRoot(settings: CeremonySettings) {
  const keys = await generate(rootKind)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: subjectOf(settings, 'Evidence Root'),
    notBefore: settings.now,
    notAfter: years(settings.now, 25),
    keys,
    signingAlgorithm: rootKind,
    extensions: [
      new BasicConstraintsExtension(true, 1, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { keys, certificate }
}

async function issue({ settings, root }: Issuing, role: string, kind: webcrypto.AlgorithmIdentifier, uses: Extension[]) {
  const keys = await generate(kind)
  const certificate = await X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: subjectOf(settings, role),
    issuer: root.certificate.subjectName,
    notBefore: settings.now,
    notAfter: years(settings.now, 12),
    publicKey: keys.publicKey,
    signingKey: root.keys.privateKey,
    signingAlgorithm: rootKind,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      ...uses,
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(root.keys.publicKey),
    ],
  })
  return { keys, certificate }
}

const privateBytes = async (keys: KeyPair) => Buffer.from(await subtle.exportKey('pkcs8', keys.privateKey))

async function encrypted(keys: KeyPair, passphrase: string): Promise<string> {
  const key = createPrivateKey({ key: await privateBytes(keys), format: 'der', type: 'pkcs8' })
  return key.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase }).toString()
}

/**
 * Makes the root, the time-stamping and the sealing key. The root signs once and is then only in `offlineDir`, encrypted.
 * The keys in use appear all at once, so that a ceremony cut short leaves nothing half made.
 */
export async function holdCeremony(settings: CeremonySettings): Promise<void> {
  const there = await readdir(settings.dir).catch(() => [])
  if (there.length) throw new TrustError('keys-exist')
  const root = await makeRoot(settings)
  const issuing = { settings, root }
  // RFC 3161 §2.3: this one purpose, critical.
  const tsa = await issue(issuing, 'Time-stamping', tsaKind, [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    new ExtendedKeyUsageExtension([oids.timeStamping], true),
  ])
  // Readers built on NSS trust a document signature only when e-mail protection stands beside document signing.
  const seal = await issue(issuing, 'Evidence Seal', sealKind, [
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation, true),
    new ExtendedKeyUsageExtension([oids.documentSigning, oids.emailProtection]),
  ])
  const crl = writeRevocationList({
    rootPem: pem(root.certificate),
    rootKey: createPrivateKey({ key: await privateBytes(root.keys), format: 'der', type: 'pkcs8' }),
    number: 1,
    issued: settings.now,
    next: years(settings.now, 1),
    revoked: [],
  })
  const { passphrase } = settings
  await place(settings.dir, {
    'tsa.key.pem': await encrypted(tsa.keys, passphrase),
    'seal.key.pem': await encrypted(seal.keys, passphrase),
    'tsa.cert.pem': pem(tsa.certificate),
    'seal.cert.pem': pem(seal.certificate),
    'ca.pem': pem(root.certificate),
    'crl.pem': crl,
    'keys.json': `${JSON.stringify({
      signUntil: { tsa: years(settings.now, 1).toISOString(), seal: years(settings.now, 11).toISOString() },
      policy: `2.25.${BigInt(`0x${randomBytes(16).toString('hex')}`)}`,
    })}\n`,
  }, settings.offlineDir, { 'root.key.pem': await encrypted(root.keys, settings.rootPassphrase), 'README.txt': offlineNote })
}

const pem = (certificate: X509Certificate) => `${certificate.toString('pem').trim()}\n`

/** The root key is written first: keys in use without their root could never be renewed or revoked. */
async function place(dir: string, files: Record<string, string>, offlineDir: string, offline: Record<string, string>) {
  await writeAll(offlineDir, offline)
  const draft = `${dir}.new`
  await rm(draft, { recursive: true, force: true })
  await writeAll(draft, files)
  await mkdir(dirname(dir), { recursive: true })
  await rm(dir, { recursive: true, force: true })
  await rename(draft, dir)
}

async function writeAll(dir: string, files: Record<string, string>) {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await chmod(dir, 0o700)
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text, { mode: 0o600, flush: true })
}

const offlineNote = `根密钥（已加密）。请将本文件夹移到离线介质，并从服务器上删除。只有签发或吊销下级证书时才需要它。
The root key, encrypted. Move this folder to offline media and remove it from the server.
It is needed only to issue or revoke the keys below it.
`
