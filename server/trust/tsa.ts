import { randomBytes } from 'node:crypto'
import { concat, type Bytes } from '../../proof/bytes.ts'
import {
  generalizedTime,
  integer,
  octetString,
  oid,
  readDer,
  sequence,
  tags,
  write,
  type Der,
} from '../../proof/formats/der.ts'
import { exactly, members, readBoolean, readInteger, readOctets, readOid } from '../../proof/formats/der-values.ts'
import { oids } from '../../proof/formats/oids.ts'
import { signData } from './cms-writer.ts'
import type { KeyProvider } from './keys/key-provider.ts'
import { TrustError } from './trust-error.types.ts'

export interface StampQuestion {
  /** DER AlgorithmIdentifier and digest, exactly as asked: the token has to repeat them. */
  imprint: Bytes
  nonce?: Bytes
  withCertificates: boolean
}

export interface Stamper {
  keys: KeyProvider
  policy: string
  now: () => Date
  /** Throws where the time-stamping key may not sign at that time. */
  requireUsable: (at: Date) => void
}

const digestSizes: Record<string, number> = { [oids.sha256]: 32, [oids.sha384]: 48, [oids.sha512]: 64 }

/** Question for a SHA-256 digest. */
export function questionFor(digest: Uint8Array): StampQuestion {
  if (digest.length !== 32) throw new TrustError('bad-digest')
  return { imprint: sequence(sequence(oid(oids.sha256)), octetString(digest)), withCertificates: true }
}

/** Positive, 128 random bits. */
const newSerial = () => BigInt(`0x${randomBytes(16).toString('hex')}`) | (1n << 127n)

/** A token (RFC 3161 §2.4.2): TSTInfo with one second of accuracy, signed by the time-stamping key. */
export const makeToken = async (stamper: Stamper, question: StampQuestion): Promise<Bytes> =>
  (await issueToken(stamper, question)).token

/** Makes a token, and tells what it says. */
export async function issueToken(
  { keys, policy, now, requireUsable }: Stamper,
  question: StampQuestion,
): Promise<{ token: Bytes; info: Bytes }> {
  const time = now()
  requireUsable(time)
  const info = sequence(
    integer(1),
    oid(policy),
    question.imprint,
    integer(newSerial()),
    generalizedTime(time),
    sequence(integer(1)),
    ...(question.nonce ? [question.nonce] : []),
  )
  const { withCertificates } = question
  const token = await signData({
    keys,
    keyId: 'tsa',
    contentType: oids.tstInfo,
    content: info,
    detached: false,
    others: [],
    withCertificates,
  })
  return { token, info }
}

/** PKIFailureInfo bits (RFC 3161 §2.4.2). */
const failures = {
  badAlg: 0,
  badRequest: 2,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const
type Failure = keyof typeof failures

class Refused extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

function readRequest(bytes: Uint8Array, policy: string): StampQuestion {
  const [version, imprint, ...rest] = members(readDer(bytes))
  const [algorithm, digest] = exactly(imprint, 2)
  if (readInteger(version) !== 1n || !imprint) throw new Refused('badRequest')
  const size = digestSizes[readOid(members(algorithm)[0])]
  if (!size) throw new Refused('badAlg')
  if (readOctets(digest).length !== size) throw new Refused('badRequest')
  return { imprint: imprint.raw, ...readOptions(rest, policy) }
}

function readOptions(rest: Der[], policy: string): Omit<StampQuestion, 'imprint'> {
  const take = (tag: number) => (rest[0]?.tag === tag ? rest.shift() : undefined)
  const asked = take(tags.oid)
  const nonce = take(tags.integer)
  const certificates = take(tags.boolean)
  if (asked && readOid(asked) !== policy) throw new Refused('unacceptedPolicy')
  if (rest[0]?.tag === 0xa0) throw new Refused('unacceptedExtension')
  if (rest.length) throw new Refused('badRequest')
  return { withCertificates: certificates ? readBoolean(certificates) : false, ...(nonce && { nonce: nonce.raw }) }
}

function rejection(failure: Failure): Bytes {
  const bit = failures[failure]
  const bits = new Uint8Array(Math.floor(bit / 8) + 1)
  bits[bits.length - 1] = 0x80 >> (bit % 8)
  return sequence(sequence(integer(2), write(tags.bitString, concat(Uint8Array.of(7 - (bit % 8)), bits))))
}

/** Answers a TimeStampReq with a TimeStampResp; whatever is wrong with it, the answer is a proper rejection. */
export async function answerRequest(
  stamper: Stamper,
  request: Uint8Array,
  requireTime: () => Promise<unknown>,
): Promise<Bytes> {
  try {
    const question = readRequest(request, stamper.policy)
    await requireTime().catch(() => {
      throw new Refused('timeNotAvailable')
    })
    return sequence(sequence(integer(0)), await makeToken(stamper, question))
  } catch (error) {
    if (error instanceof TrustError) return rejection('timeNotAvailable')
    return rejection(error instanceof Refused ? error.failure : 'badRequest')
  }
}
