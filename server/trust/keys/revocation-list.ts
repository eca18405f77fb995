import 'reflect-metadata'
import { sign, X509Certificate, type KeyObject } from 'node:crypto'
import { SubjectKeyIdentifierExtension, X509Certificate as Certificate, X509Crl } from '@peculiar/x509'
import { fromHex, latin1, type Bytes } from '../../../proof/bytes.ts'
import { integer, octetString, oid, readDer, sequence, tags, write } from '../../../proof/formats/der.ts'
import { readInteger } from '../../../proof/formats/der-values.ts'
import { oids } from '../../../proof/formats/oids.ts'
import { readCertificate } from '../../../proof/formats/x509.ts'

/** CRLReason (RFC 5280 §5.3.1), those that fit a key that signs evidence. */
export const revocationReasons = {
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  privilegeWithdrawn: 9,
} as const
export type RevocationReason = keyof typeof revocationReasons

export interface Revoked {
  serial: bigint
  at: Date
  /** CRLReason as a number. */
  reason: number
}

export interface ListRead {
  number: number
  issued: Date
  next: Date
  revoked: Revoked[]
}

/** What a list of ours says; whoever trusts it has checked its signature. */
export function readList(pem: string): ListRead {
  const crl = new X509Crl(pem)
  const number = crl.getExtension(crlNumber)
  if (!number || !crl.nextUpdate)
    throw new Error('This revocation list is not one of ours: it has no number or no next update.')
  return {
    number: Number(readInteger(readDer(new Uint8Array(number.value)))),
    issued: crl.thisUpdate,
    next: crl.nextUpdate,
    revoked: crl.entries.map((e) => ({
      serial: BigInt(`0x${e.serialNumber}`),
      at: e.revocationDate,
      reason: e.reason ?? 0,
    })),
  }
}

interface ListSettings {
  rootPem: string
  rootKey: KeyObject
  number: number
  issued: Date
  next: Date
  revoked: Revoked[]
}

const crlNumber = '2.5.29.20'
const authorityKeyIdentifier = '2.5.29.35'

/** CRL version 2 (RFC 5280 §5.1), PEM. The list of revoked keys is left out while it is empty, as §5.1.2.6 demands. */
export function writeRevocationList({ rootPem, rootKey, number, issued, next, revoked }: ListSettings): string {
  const { subject } = readCertificate(new X509Certificate(rootPem).raw)
  const algorithm = sequence(oid(oids.ecdsaWithSha384))
  const tbs = sequence(
    integer(1),
    algorithm,
    subject,
    utcTime(issued),
    utcTime(next),
    ...(revoked.length ? [sequence(...revoked.map(entry))] : []),
    write(0xa0, sequence(issuerKey(rootPem), sequence(oid(crlNumber), octetString(integer(number))))),
  )
  const signature = sign('sha384', tbs, rootKey)
  const der = sequence(tbs, algorithm, write(tags.bitString, Uint8Array.of(0), signature))
  const lines = btoa(latin1(readDer(der).raw)).replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN X509 CRL-----\n${lines}\n-----END X509 CRL-----\n`
}

/** RFC 5280 §5.2.1: which of the issuer's keys signed. */
function issuerKey(rootPem: string): Bytes {
  const id = new Certificate(rootPem).getExtension(SubjectKeyIdentifierExtension)?.keyId ?? ''
  return sequence(oid(authorityKeyIdentifier), octetString(sequence(write(0x80, fromHex(id)))))
}

/** RFC 5280 §5.3.1: an unspecified reason is left out. */
function entry({ serial, at, reason }: Revoked): Bytes {
  const why = reason
    ? [sequence(sequence(oid(oids.crlReason), octetString(write(tags.enumerated, Uint8Array.of(reason)))))]
    : []
  return sequence(integer(serial), utcTime(at), ...why)
}

/** RFC 5280 §5.1.2.4: UTCTime through 2049, GeneralizedTime after. */
function utcTime(at: Date): Bytes {
  const text = `${at.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
  const early = at.getUTCFullYear() < 2050
  return write(early ? tags.utcTime : tags.generalizedTime, Buffer.from(early ? text.slice(2) : text, 'latin1'))
}
