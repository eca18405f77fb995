import { createHash } from 'node:crypto'
import { compare, concat, type Bytes } from '../../proof/bytes.ts'
import { integer, nullValue, octetString, oid, readDer, sequence, setOf, write } from '../../proof/formats/der.ts'
import { oids } from '../../proof/formats/oids.ts'
import { TrustError } from './trust-error.types.ts'
import type { KeyId, KeyProvider, SignatureAlgorithm } from './keys/key-provider.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** RFC 5754: digest algorithms without parameters; RSA with NULL, ECDSA with none. */
const sha256Algorithm = () => sequence(oid(oids.sha256))
const signatureAlgorithm = (name: SignatureAlgorithm) => {
  if (name === 'ed25519') throw new TrustError('key-unreadable', name)
  return name === 'ecdsa-sha256' ? sequence(oid(oids.ecdsaWithSha256)) : sequence(oid(oids.rsaEncryption), nullValue())
}

const attribute = (type: string, value: Uint8Array) => sequence(oid(type), setOf(value))

/** Of one certificate, however often it signs. */
const once = (make: (certificate: Uint8Array) => Bytes) => {
  const made = new WeakMap<Uint8Array, Bytes>()
  return (certificate: Uint8Array) => {
    const known = made.get(certificate) ?? make(certificate)
    made.set(certificate, known)
    return known
  }
}

const certificateId = once((certificate) => sequence(octetString(sha256(certificate))))

/** ESSCertIDv2 (RFC 5035 §4), the signer's first: SHA-256 is the default and so is left out. */
const signingCertificate = (certificates: Uint8Array[]) => sequence(sequence(...certificates.map(certificateId)))

export interface SigningRequest {
  keys: KeyProvider
  keyId: KeyId
  contentType: string
  content: Uint8Array
  /** Detached signatures leave the content out. */
  detached: boolean
  /** Certificates to send along besides the signer's own. */
  others: Uint8Array[]
  /** Of these the authorities above the signer, which the signature then covers. */
  issuers?: Uint8Array[]
  /** False when the asker wanted no certificate (RFC 3161 §2.4.1 `certReq`). */
  withCertificates?: boolean
  /** Makes the time-stamp over the signature value, for CAdES-T and PAdES-T. */
  stamp?: (signature: Uint8Array) => Promise<Uint8Array>
}

/** SignedData with one signer (RFC 5652 §5) and the signed attributes of CAdES-B without signing-time, which PAdES forbids. */
export async function signData(request: SigningRequest): Promise<Bytes> {
  const { keys, keyId, contentType, content } = request
  const { certificate, algorithm } = keys.info(keyId)
  const signedPart = setOf(
    attribute(oids.contentType, oid(contentType)),
    attribute(oids.messageDigest, octetString(sha256(content))),
    attribute(oids.signingCertificateV2, signingCertificate([certificate, ...(request.issuers ?? [])])),
  )
  const signature = await keys.sign(keyId, algorithm, signedPart)
  const token = await request.stamp?.(signature)
  const info = sequence(
    integer(1),
    signerId(certificate),
    sha256Algorithm(),
    retagged(0xa0, signedPart),
    signatureAlgorithm(algorithm),
    octetString(signature),
    ...(token ? [write(0xa1, attribute(oids.signatureTimeStamp, token))] : []),
  )
  const certificates =
    request.withCertificates === false
      ? []
      : [certificate, ...request.others, ...(request.issuers ?? [])].toSorted(compare)
  const signedData = sequence(
    integer(contentType === oids.data ? 1 : 3),
    setOf(sha256Algorithm()),
    sequence(oid(contentType), ...(request.detached ? [] : [write(0xa0, octetString(content))])),
    ...(certificates.length ? [write(0xa0, concat(...certificates))] : []),
    setOf(info),
  )
  return sequence(oid(oids.signedData), write(0xa0, signedData))
}

/** The same content under an implicit tag. */
const retagged = (tag: number, der: Bytes) => Uint8Array.of(tag, ...der.subarray(1))

/** IssuerAndSerialNumber, in the certificate's own bytes. */
const signerId = once((certificate) => {
  const [tbs] = readDer(certificate).children
  const [, serial, , issuer] = tbs?.children ?? []
  return sequence(issuer!.raw, serial!.raw)
})
