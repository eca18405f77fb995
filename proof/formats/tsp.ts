import { equal, type Bytes } from '../bytes.ts'
import { verifyChain } from '../signatures/chain.ts'
import { readSignedData, verifyContent } from './cms.ts'
import { readDer, tags, type Der } from './der.ts'
import { exactly, members, readBoolean, readInteger, readOctets, readOid, readTime } from './der-values.ts'
import { oids } from './oids.ts'
import { ProofError } from '../report.ts'
import { digest, readDigestAlgorithm, type Digest } from '../signatures/signature.ts'
import type { Certificate } from './x509.ts'

/** TSTInfo (RFC 3161 §2.4.2). */
export interface TimeStamp {
  genTime: Date
  /** Hexadecimal, upper case, as openssl prints it. */
  serial: string
  policy: string
  imprint: { hash: Digest; digest: Bytes }
  accuracySeconds: number | undefined
  nonce: bigint | undefined
  /** Common name of the key that signed. */
  authority: string
}

export interface VerifiedTimeStamp extends TimeStamp {
  signer: Certificate
  anchor: Certificate
}

/** What a token says, without who signed it. */
export function readInfo(content: Bytes): Omit<TimeStamp, 'authority'> {
  const [version, policy, imprint, serial, time, ...rest] = members(readDer(content))
  if (readInteger(version) !== 1n) throw new ProofError('bad-version')
  const [algorithm, hashed] = exactly(imprint, 2)
  return {
    policy: readOid(policy),
    imprint: { hash: readDigestAlgorithm(algorithm), digest: readOctets(hashed) },
    serial: readInteger(serial).toString(16).toUpperCase(),
    genTime: readTime(time),
    ...readOptions(rest),
  }
}

function readOptions(rest: Der[]): Pick<TimeStamp, 'accuracySeconds' | 'nonce'> {
  const take = (tag: number) => (rest[0]?.tag === tag ? rest.shift() : undefined)
  const accuracy = take(tags.sequence)
  const ordering = take(tags.boolean)
  const nonce = take(tags.integer)
  take(0xa0)
  const extensions = take(0xa1)
  // FALSE is the DEFAULT of `ordering`, so DER never writes it.
  if (rest.length || (ordering && !readBoolean(ordering)) || extensions?.children.some(isCritical))
    throw new ProofError('bad-time-stamp')
  const seconds = accuracy?.children.find((c) => c.tag === tags.integer)
  return {
    accuracySeconds: seconds && Number(readInteger(seconds)),
    nonce: nonce && readInteger(nonce),
  }
}

/** Extensions, such as that of qualified time-stamps (ETSI EN 319 422), are signed like the rest; one that must be understood is not. */
const isCritical = (extension: Der) => members(extension).some((part) => part.tag === tags.boolean && readBoolean(part))

/** Reads a token (the ContentInfo, not the whole response) without judging its signature. */
export async function readToken(token: Uint8Array) {
  const signed = await readSignedData(token)
  if (signed.contentType !== oids.tstInfo || !signed.content) throw new ProofError('not-a-time-stamp')
  const stamp: TimeStamp = { ...readInfo(signed.content), authority: signed.signer.commonName }
  return { stamp, signed, content: signed.content }
}

/**
 * Verifies a token over `data` (RFC 3161 §2.3, RFC 5816). The chain is judged at the token's own time:
 * certificates expire, the instant they attested does not.
 */
export async function verifyToken(
  token: Uint8Array,
  data: Uint8Array,
  anchors: Certificate[],
): Promise<VerifiedTimeStamp> {
  const { stamp, signed, content } = await readToken(token)
  if (!equal(stamp.imprint.digest, await digest(stamp.imprint.hash, data))) throw new ProofError('imprint-differs')
  if (signed.unsignedAttributes.size) throw new ProofError('unexpected-attribute')
  await verifyContent(signed, content)
  const { signer, others } = signed
  const anchor = await verifyChain({ signer, others, anchors, at: stamp.genTime, purpose: 'time-stamping' })
  return { ...stamp, signer, anchor }
}
