import { equal, fromBase64, fromUtf8, toHex, type Bytes } from '../bytes.ts'
import { readDer, tags, type Der } from './der.ts'
import {
  exactly,
  expectTag,
  members,
  readBits,
  readBoolean,
  readInteger,
  readOctets,
  readOid,
  readTime,
} from './der-values.ts'
import { oids } from './oids.ts'
import { ProofError } from '../report.ts'
import { digest, verifySignature } from '../signatures/signature.ts'

/** The parts of a certificate (RFC 5280 §4.1) that a verifier of evidence needs. */
export interface Certificate {
  raw: Bytes
  signedPart: Bytes
  algorithm: Der
  signature: Bytes
  serial: bigint
  issuer: Bytes
  subject: Bytes
  commonName: string
  issuerName: string
  notBefore: Date
  notAfter: Date
  spki: Bytes
  isAuthority: boolean
  /** How many authorities may stand between this one and a signer; undefined where that is not limited. */
  pathLength: number | undefined
  /** First two bytes of the key usage bits; undefined when the extension is absent. */
  keyUsage: number | undefined
  purposes: { critical: boolean; ids: string[] } | undefined
}

export const keyUsages = {
  digitalSignature: 0x8000,
  nonRepudiation: 0x4000,
  keyCertSign: 0x0400,
  crlSign: 0x0200,
} as const

export function readCertificate(bytes: Uint8Array): Certificate {
  const certificate = readDer(bytes)
  const [tbs, algorithm, signature] = exactly(certificate, 3)
  const [version, serial, inner, issuer, validity, subject, spki, ...rest] = members(tbs)
  if (readInteger(exactly(version, 1, 0xa0)[0]) !== 2n) throw new ProofError('bad-certificate')
  if (!algorithm || !inner || !equal(algorithm.raw, inner.raw)) throw new ProofError('bad-certificate')
  const [notBefore, notAfter] = exactly(validity, 2)
  const extensions = rest.length ? readExtensions(rest) : new Map<string, { critical: boolean; value: Bytes }>()
  return {
    raw: certificate.raw,
    signedPart: expectTag(tbs, tags.sequence).raw,
    algorithm,
    signature: readBits(signature),
    serial: readInteger(serial),
    issuer: expectTag(issuer, tags.sequence).raw,
    subject: expectTag(subject, tags.sequence).raw,
    commonName: nameOf(expectTag(subject, tags.sequence)),
    issuerName: nameOf(expectTag(issuer, tags.sequence)),
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    spki: expectTag(spki, tags.sequence).raw,
    ...readUses(extensions),
  }
}

type Extensions = Map<string, { critical: boolean; value: Bytes }>

function readExtensions(rest: Der[]): Extensions {
  const [wrapper] = rest
  if (rest.length !== 1) throw new ProofError('bad-certificate')
  const found: Extensions = new Map()
  for (const extension of members(exactly(wrapper, 1, 0xa3)[0])) {
    const [id, ...tail] = members(extension)
    const name = readOid(id)
    if (found.has(name)) throw new ProofError('bad-certificate')
    found.set(name, { critical: tail.length === 2 && readBoolean(tail[0]), value: readOctets(tail.at(-1)) })
  }
  return found
}

const understood: string[] = [oids.basicConstraints, oids.keyUsage, oids.extendedKeyUsage]

function readUses(extensions: Extensions): Pick<Certificate, 'isAuthority' | 'pathLength' | 'keyUsage' | 'purposes'> {
  for (const [id, { critical }] of extensions) {
    if (critical && !understood.includes(id)) throw new ProofError('unknown-critical-extension')
  }
  const basic = extensions.get(oids.basicConstraints)
  const usage = extensions.get(oids.keyUsage)
  const purposes = extensions.get(oids.extendedKeyUsage)
  const [first, length] = basic ? members(readDer(basic.value)) : []
  return {
    isAuthority: first?.tag === tags.boolean && readBoolean(first),
    pathLength: length && Number(readInteger(length)),
    keyUsage: usage && readUsageBits(readDer(usage.value)),
    purposes: purposes && { critical: purposes.critical, ids: members(readDer(purposes.value)).map(readOid) },
  }
}

function readUsageBits(node: Der): number {
  const [, high = 0, low = 0] = expectTag(node, tags.bitString).content
  return high * 256 + low
}

function nameOf(subject: Der): string {
  for (const rdn of subject.children) {
    for (const attribute of members(rdn, tags.set)) {
      const [type, value] = exactly(attribute, 2)
      if (readOid(type) === oids.commonName && value) return fromUtf8(value.content)
    }
  }
  return ''
}

export const isSignedBy = (certificate: Certificate, issuer: Certificate) =>
  verifySignature({
    spki: issuer.spki,
    algorithm: certificate.algorithm,
    hash: 'SHA-256',
    signature: certificate.signature,
    data: certificate.signedPart,
  })

/** SHA-256 of the whole certificate: what people compare over another channel. */
export const fingerprint = async (certificate: Certificate) => toHex(await digest('SHA-256', certificate.raw))

/** Every certificate of a PEM text (RFC 7468). */
export function readPem(text: string): Certificate[] {
  const blocks = [...text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g)]
  if (!blocks.length) throw new ProofError('bad-pem')
  try {
    return blocks.map((b) => readCertificate(fromBase64(b[1]!.replace(/\s/g, ''))))
  } catch (error) {
    throw error instanceof ProofError ? error : new ProofError('bad-pem')
  }
}
