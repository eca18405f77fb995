import { randomBytes } from 'node:crypto'
import type { Bytes } from '../../../proof/bytes.ts'
import {
  booleanValue,
  integer,
  nullValue,
  octetString,
  oid,
  readDer,
  sequence,
  tags,
} from '../../../proof/formats/der.ts'
import { members, readInteger } from '../../../proof/formats/der-values.ts'
import { oids } from '../../../proof/formats/oids.ts'
import { StampRefused } from './stamp-refused.types.ts'

export interface Query {
  der: Bytes
  nonce: bigint
}

/** TimeStampReq (RFC 3161 §2.4.1) for a SHA-256 digest, with 128 random bits that the token must repeat. */
export function queryFor(digest: Uint8Array, policy: string | undefined): Query {
  const nonce = BigInt(`0x${randomBytes(16).toString('hex')}`)
  const imprint = sequence(sequence(oid(oids.sha256), nullValue()), octetString(digest))
  return {
    nonce,
    der: sequence(integer(1), imprint, ...(policy ? [oid(policy)] : []), integer(nonce), booleanValue(true)),
  }
}

/** The token of a TimeStampResp, when it was granted (RFC 3161 §2.4.2). */
export function tokenOf(response: Uint8Array): Bytes {
  const [status, token, ...more] = readParts(response)
  const [code] = members(status)
  const granted = code?.tag === tags.integer && readInteger(code)
  if (granted !== 0n && granted !== 1n) throw new StampRefused('rejected', String(granted))
  if (!token || more.length) throw new StampRefused('malformed')
  return token.raw
}

function readParts(response: Uint8Array) {
  try {
    const parts = members(readDer(response))
    members(parts[0])
    return parts
  } catch {
    throw new StampRefused('malformed')
  }
}
