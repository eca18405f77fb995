import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { equal } from '../../../proof/bytes.ts'
import { verifyChain } from '../../../proof/signatures/chain.ts'
import { oids } from '../../../proof/formats/oids.ts'
import { isSignedBy, readCertificate, readPem, type Certificate } from '../../../proof/formats/x509.ts'
import { TrustError } from '../trust-error.types.ts'

/** Files of a set that hold a seal which a certification authority issued: key, chain without its root, and the root's word for it. */
export const caSealFiles = {
  key: 'ca-seal.key.pem',
  chain: 'ca-seal.cert.pem',
  vouched: 'ca-seal.vouched.pem',
} as const

/** The room of a signature must hold all of them, with a stamp and our own root. */
const mostChainBytes = 7_000

export interface CaSeal {
  /** DER of the authorities between the certificate and its root. */
  issuers: Uint8Array[]
  /** DER of the certificate by which our own root vouches for the same key. */
  vouched: Uint8Array
}

const unfit = (why: string): never => {
  throw new TrustError('seal-unfit', why)
}

export interface Imported {
  key: KeyObject
  /** The seal's certificate first, then the authorities up to its root, without it. */
  chain: Certificate[]
  /** When the first of them ends. */
  until: Date
}

/** Judges what an authority issued as every reader will: purposes, key, validity, and each signature up to the root, which comes last. */
export async function judgeCaSeal(
  chainPem: string,
  keyPem: string,
  passphrase: string | undefined,
  now: Date,
): Promise<Imported> {
  const all = readAll(chainPem)
  const [signer, root] = [all[0]!, all.at(-1)!]
  if (all.length < 2 || !equal(root.subject, root.issuer) || !(await isSignedBy(root, root).catch(() => false)))
    unfit('the file holds the whole chain, the seal’s certificate first, the authority’s root last')
  const purposes = signer.purposes?.ids ?? []
  if (!purposes.includes(oids.documentSigning) || !purposes.includes(oids.emailProtection))
    unfit('the certificate is not for document signing and e-mail protection')
  const chain = all.slice(0, -1)
  await verifyChain({ signer, others: chain.slice(1), anchors: [root], at: now, purpose: 'sealing' }).catch(
    (e: Error) => unfit(e.message),
  )
  if (chain.reduce((sum, c) => sum + c.raw.length, 0) > mostChainBytes)
    unfit('the chain is too long for the room in a signature')
  return {
    key: keyFor(signer, keyPem, passphrase),
    chain,
    until: all.map((c) => c.notAfter).reduce((a, b) => (a < b ? a : b)),
  }
}

function readAll(pem: string): Certificate[] {
  try {
    return readPem(pem)
  } catch {
    return unfit('the certificates cannot be read')
  }
}

function keyFor(signer: Certificate, pem: string, passphrase: string | undefined): KeyObject {
  const key = readKey(pem, passphrase)
  if (!new X509Certificate(signer.raw).checkPrivateKey(key)) unfit('the key belongs to another certificate')
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  const isStrong =
    type === 'rsa'
      ? (details?.modulusLength ?? 0) >= 2048
      : type === 'ec' && ['prime256v1', 'secp384r1'].includes(details?.namedCurve ?? '')
  if (!isStrong) unfit('the key is neither RSA of 2048 bits or more, nor P-256 or P-384')
  return key
}

function readKey(pem: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: pem, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch {
    return unfit('the key cannot be read: another passphrase, or no PEM')
  }
}

/** Read back from a set: the root vouches for the very key, as sealing needs it. */
export async function readCaSeal(chainPem: string, vouchedPem: string, root: Certificate): Promise<CaSeal> {
  const [signer, ...issuers] = readPem(chainPem)
  const [vouched, ...more] = readPem(vouchedPem)
  if (!signer || !vouched || more.length || !equal(vouched.spki, signer.spki) || !(await isSignedBy(vouched, root)))
    throw new TrustError('key-unreadable', caSealFiles.vouched)
  return { issuers: issuers.map((c) => c.raw), vouched: vouched.raw }
}

export const serialOf = ({ vouched }: CaSeal): bigint => readCertificate(vouched).serial
