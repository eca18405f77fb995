import { createHash, X509Certificate } from 'node:crypto'
import { readDer } from '../../../proof/formats/der.ts'
import { readOid } from '../../../proof/formats/der-values.ts'

/** What an application in certificate mode signs with and believes. */
export interface Certificates {
  own: X509Certificate
  ownSn: string
  rootSn: string
  /** By the number that answers name; each leads to a root of the bundle. */
  vendor: Map<string, X509Certificate>
}

const all = (pem: string) =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)].map(
    ([one]) => new X509Certificate(one),
  )

/** The vendor's number of a certificate: MD5 of the issuer's name, last attribute first, and the serial number in decimal. */
export function serialOf({ issuer, serialNumber }: X509Certificate): string {
  const name = issuer.split('\n').filter(Boolean).reverse().join(',')
  return createHash('md5')
    .update(name + BigInt(`0x${serialNumber}`).toString())
    .digest('hex')
}

/** Of a root bundle those count that are signed with RSA; it holds others too (SM2). */
const isRsaSigned = (certificate: X509Certificate) =>
  readOid(readDer(certificate.raw).children[1]?.children[0]).startsWith('1.2.840.113549.1.1.')

export function readCertificates(app: string, alipay: string, root: string): Certificates {
  const [own] = all(app)
  const given = all(alipay)
  const roots = all(root)
  if (!own) throw new Error('no certificate')
  const vendor = given.filter((one) => !one.ca && leadsTo(one, given, roots))
  return {
    own,
    ownSn: serialOf(own),
    rootSn: roots.filter(isRsaSigned).map(serialOf).join('_'),
    vendor: new Map(vendor.map((one) => [serialOf(one), one])),
  }
}

const issued = (issuer: X509Certificate, one: X509Certificate) =>
  issuer.ca && one.checkIssued(issuer) && one.verify(issuer.publicKey)

/** Whether a certificate is issued by a root, itself or through those between. */
function leadsTo(one: X509Certificate, between: X509Certificate[], roots: X509Certificate[], steps = 4): boolean {
  const usable = roots.filter(isRsaSigned)
  if (usable.some((root) => issued(root, one))) return true
  return (
    steps > 0 && between.some((next) => next !== one && issued(next, one) && leadsTo(next, between, roots, steps - 1))
  )
}

export const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date) =>
  validFromDate <= now && now <= validToDate
