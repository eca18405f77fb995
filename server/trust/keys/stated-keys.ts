import { createHash, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import canonicalize from 'canonicalize'
import { fingerprint, readPem } from '../../../proof/formats/x509.ts'
import { type Issued, issuedIn } from './issued.ts'
import { keyOf, pemOf, type Root } from './issue.ts'
import { type ListRead, readList, revocationReasons } from './revocation-list.ts'

/** Of a key that ever signed for this platform, what anybody may know. */
interface StatedKey {
  purpose: Issued['id']
  /** Hexadecimal. */
  serial: string
  /** SHA-256 of the certificate. */
  fingerprint: string
  notBefore: string
  notAfter: string
  inUse: boolean
  revoked: { at: string; reason: string } | null
}

/** All keys of a platform at one instant; each statement names the one before it. */
export interface StatedKeys {
  type: 'shimakaze-keys/v1'
  issued: string
  root: { name: string; fingerprint: string; notAfter: string }
  list: { number: number; issued: string }
  keys: StatedKey[]
  /** SHA-256 of the statement before, hexadecimal. */
  previous: string | null
}

/** A statement with the root's signature over its bytes (ECDSA P-384 with SHA-384, DER). */
export interface SignedKeys {
  json: string
  signature: Buffer
  /** SHA-256 of `json`, hexadecimal. */
  sha256: string
}

/** The statement is a line of canonical JSON (RFC 8785), the signature a line of Base64: one file, so that nobody meets one without the other. */
export const statedKeysFile = 'keys.signed'

export async function readStatedKeys(set: string): Promise<SignedKeys | undefined> {
  const text = await readFile(join(set, statedKeysFile), 'utf8').catch((e: NodeJS.ErrnoException) => {
    if (e.code !== 'ENOENT') throw e
  })
  if (text === undefined) return undefined
  const [json = '', signature = ''] = text.split('\n')
  return { json, signature: Buffer.from(signature, 'base64'), sha256: sha256Of(json) }
}

interface Stating {
  root: Root
  now: Date
  /** Every set that there ever was, the one in use last. */
  sets: string[]
  /** The newest list, PEM. */
  crl: string
  /** The set that the last statement stands in. */
  before: string | undefined
}

/** States all keys, those of former sets as well: the text of the file. */
export async function stateKeys({ root, now, sets, crl, before }: Stating): Promise<string> {
  const [authority] = readPem(pemOf(root.certificate))
  const list = readList(crl)
  const latest = new Map((await issuedIn(sets)).map((key) => [key.serial, key]))
  const stated: StatedKeys = {
    type: 'shimakaze-keys/v1',
    issued: now.toISOString(),
    root: {
      name: authority!.commonName,
      fingerprint: await fingerprint(authority!),
      notAfter: authority!.notAfter.toISOString(),
    },
    list: { number: list.number, issued: list.issued.toISOString() },
    keys: await Promise.all(
      [...latest.values()].map(async ({ id, set, serial, certificate }) => ({
        purpose: id,
        serial: serial.toString(16),
        fingerprint: await fingerprint(certificate),
        notBefore: certificate.notBefore.toISOString(),
        notAfter: certificate.notAfter.toISOString(),
        inUse: set === sets.at(-1),
        revoked: revocationOf(list, serial),
      })),
    ),
    previous: (before && (await readStatedKeys(before))?.sha256) ?? null,
  }
  const json = canonicalize(stated)!
  return `${json}\n${sign('sha384', Buffer.from(json), keyOf(root.key)).toString('base64')}\n`
}

function revocationOf({ revoked }: ListRead, serial: bigint): StatedKey['revoked'] {
  const found = revoked.find((r) => r.serial === serial)
  const reason = Object.entries(revocationReasons).find(([, code]) => code === found?.reason)?.[0] ?? 'unspecified'
  return found ? { at: found.at.toISOString(), reason } : null
}

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
