import { equal, fromBase64 } from '../bytes.ts'
import { readDer, tags } from './der.ts'
import { exactly, expectTag, members, readBits, readInteger, readTime } from './der-values.ts'
import { ProofError } from '../report.ts'
import { verifySignature } from '../signatures/signature.ts'
import type { Certificate } from './x509.ts'

export interface RevocationList {
  issued: Date
  revoked: Map<bigint, Date>
}

/** Reads a PEM revocation list (RFC 5280 §5) and checks that the authority signed it. */
export async function readRevocationList(pem: string, authority: Certificate): Promise<RevocationList> {
  const block = /^-----BEGIN X509 CRL-----([A-Za-z0-9+/=\s]+)-----END X509 CRL-----\s*$/.exec(pem)
  if (!block) throw new ProofError('bad-pem')
  const [tbs, algorithm, signature] = exactly(readDer(fromBase64(block[1]!.replace(/\s/g, ''))), 3)
  if (!tbs || !algorithm) throw new ProofError('bad-der', { what: 'crl' })
  const [version, , issuer, issued, ...rest] = members(tbs)
  if (readInteger(version) !== 1n || !issuer || !equal(issuer.raw, authority.subject))
    throw new ProofError('chain-untrusted')
  const signed = {
    spki: authority.spki,
    algorithm,
    hash: 'SHA-256',
    signature: readBits(signature),
    data: tbs.raw,
  } as const
  if (!(await verifySignature(signed))) throw new ProofError('bad-signature')
  const list = rest.find((node) => node.tag === tags.sequence)
  return { issued: readTime(issued), revoked: new Map((list?.children ?? []).map(readEntry)) }
}

/** Of lists that came from elsewhere those that the authority issued. */
export async function listsOf(authority: Certificate, pems: readonly string[] = []): Promise<RevocationList[]> {
  const read = pems.map((pem) => readRevocationList(pem, authority).catch(() => undefined))
  return (await Promise.all(read)).filter((list) => list !== undefined)
}

function readEntry(node: Parameters<typeof members>[0]): [bigint, Date] {
  const [serial, time] = members(expectTag(node, tags.sequence))
  return [readInteger(serial), readTime(time)]
}

/** A key revoked at or before the instant cannot vouch for it. */
export function checkNotRevoked(list: RevocationList, certificate: Certificate, at: Date) {
  const revoked = list.revoked.get(certificate.serial)
  if (revoked && revoked <= at) {
    throw new ProofError('certificate-revoked', { name: certificate.commonName, at: revoked.toISOString() })
  }
}
