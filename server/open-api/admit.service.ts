import { createPublicKey, randomBytes, verify } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import {
  mostDrift,
  mostPayload,
  type Refusal,
  type SignedFields,
  signedText,
} from '../../contract/open-api/operations.ts'
import type { Right } from '../../contract/kit/rights.ts'
import { callerOfMembership } from '../accounts/members/memberships.service.ts'
import type { Caller, Visitor } from '../kit/calls/caller.ts'
import type { Database } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { originOf } from '../kit/calls/origin.ts'
import { countCall } from '../kit/calls/rate-limits.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './requests.repo.ts'

/** Why a request was not let in, as the key's log tells its owner; whoever asks reads `code` alone. */
export class Refused extends Error {
  readonly code: Refusal
  readonly why: string
  constructor(code: Refusal, why: string = code) {
    super(code)
    this.code = code
    this.why = why
  }
}

/** Signatures by a key that nobody knows are checked against this one, so that they take as long. Its number is nobody's. */
const nobody = madeUpKey()

function madeUpKey() {
  const modulus = randomBytes(256)
  modulus[0]! |= 0x80
  modulus[255]! |= 1
  return createPublicKey({ key: { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' }, format: 'jwk' })
}

const perAddress = { hits: 1_200, seconds: 60 }
const perKey = { hits: 600, seconds: 60 }

/** Wrong signatures that a key's log tells of. Whoever knows an access key may send them, and must not drown in them what the owner looks for. */
const told = { hits: 60, seconds: 60 }

export const mayFillLog = ({ db }: Services, { id }: repo.SignedKey): Promise<boolean> =>
  countCall(db, `open-api-forged:${id}`, told).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

/** Judged before the key is looked for: nothing of it tells whether there is one. */
export async function judgeFields(services: Services, ip: string, fields: SignedFields) {
  await countCall(services.db, `open-api-ip:${originOf(ip)}`, perAddress)
  if (Buffer.byteLength(fields.payload) > mostPayload) throw new Refused('too-large')
  if ((await repo.clockDrift(services.db, Number(fields.tonce))) > mostDrift) throw new Refused('clock')
}

/** Who asks, by the key of a request whose fields are good. */
export async function admit(
  services: Services,
  visitor: Visitor,
  path: string,
  fields: SignedFields,
  key: repo.SignedKey | undefined,
): Promise<Caller> {
  const publicKey = key ? createPublicKey({ key: key.publicKey, format: 'der', type: 'spki' }) : nobody
  const signed = verify(
    'sha256',
    Buffer.from(signedText(path, fields)),
    publicKey,
    Buffer.from(fields.signature, 'base64'),
  )
  if (!key) throw new Refused('refused', 'unknown')
  if (!signed) throw new Refused('refused', 'signature')
  await countCall(services.db, `open-api:${key.id}`, perKey)
  const caller = await actorOf(services, visitor, key)
  await once(services.db, key, fields.request_id)
  return caller
}

/** In whose part a key acts now, where it may. */
async function actorOf(services: Services, visitor: Visitor, key: repo.SignedKey): Promise<Caller> {
  if (key.status !== 'ACTIVE') throw new Refused('refused', key.status.toLowerCase())
  if (key.expired) throw new Refused('refused', 'expired')
  if (key.platformId !== visitor.platform.id) throw new Refused('refused', 'platform')
  if (key.ips.length && !key.ips.some((network) => isWithin(visitor.ip, network)))
    throw new Refused('refused', 'address')
  const caller = await callerOfMembership(services.db, visitor, key.membershipId)
  if (!caller) throw new Refused('refused', 'part')
  return { ...caller, via: { by: 'api', key: key.name }, apiKeyId: key.id }
}

/** A file may trickle in for hours: its key may have been ended meanwhile, and whoever made it shut out or given fewer rights. */
export async function requireStill(services: Services, visitor: Visitor, accessKey: string, right: Right) {
  const key = await repo.keyByAccess(services.db, accessKey)
  if (!key) throw new Refused('refused', 'unknown')
  if (!(await actorOf(services, visitor, key)).rights.has(right)) throw new AppError('forbidden')
}

async function once(db: Database, key: repo.SignedKey, requestId: string) {
  if (!(await repo.rememberRequest(db, key.id, requestId))) throw new Refused('replayed')
}

/** An IPv4 address is itself however it is written. */
export function isWithin(ip: string, network: string): boolean {
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  if (!network.includes('/')) return ipaddr.process(network).toNormalizedString() === address.toNormalizedString()
  const [range, bits] = ipaddr.parseCIDR(network)
  return range.kind() === address.kind() && address.match([range, bits] as never)
}
