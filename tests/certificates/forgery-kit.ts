import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { booleanValue, integer, octetString, oid, readDer, sequence } from '../../proof/formats/der.ts'
import { members } from '../../proof/formats/der-values.ts'
import { oids } from '../../proof/formats/oids.ts'
import { readPem } from '../../proof/formats/x509.ts'
import { packageManifest } from '../../proof/package/manifest.ts'
import { unlistedEntries } from '../../proof/package/paths.ts'
import { writeSums } from '../../proof/package/sums.ts'
import { signData, type SigningRequest } from '../../server/trust/cms-writer.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { readSecret } from '../../server/trust/keys/key-provider.ts'
import { loadActive } from '../../server/trust/keys/key-set.service.ts'
import { replaced, type Entry } from '../trust/zip-builder.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** A token over anything, as the authority gives it to whoever asks. */
export async function publicStamp(authority: Pick<Authority, 'answer'>, data: Uint8Array): Promise<Uint8Array> {
  const imprint = sequence(sequence(oid(oids.sha256)), octetString(sha256(data)))
  const [, token] = members(readDer(await authority.answer(sequence(integer(1), imprint, booleanValue(true)))))
  return token!.raw
}

/** Keys of an authority whose folder this is. */
export const keysOf = async (dir: string) => (await loadActive(dir, await readSecret(join(dir, 'passphrase')))).keys

/** A seal by these keys; beside it stand the certificates that are wanted, whether they belong there or not. */
export const sealedBy = (
  content: Uint8Array,
  keys: SigningRequest['keys'],
  { beside, stamper }: { beside: string; stamper: Pick<Authority, 'answer'> },
) =>
  signData({
    keys,
    keyId: 'seal',
    contentType: oids.data,
    content,
    detached: true,
    others: readPem(beside).map((c) => c.raw),
    stamp: (signature) => publicStamp(stamper, signature),
  })

/** Entries with a new list of digests, and a new seal over it. */
export async function sealedAnew(list: Entry[], seal: (content: Uint8Array) => Promise<Uint8Array>): Promise<Entry[]> {
  const covered = list.filter(([path]) => !unlistedEntries.includes(path))
  const sums = writeSums(new Map(covered.map(([path, bytes]) => [path, sha256(bytes).toString('hex')])))
  const manifest = await packageManifest(sums)
  const parts: Entry[] = [
    ['SHA256SUMS', sums],
    ['META-INF/ASiCManifest002.xml', manifest],
    ['META-INF/signature001.p7s', await seal(manifest)],
  ]
  return withParts(list, parts)
}

export const withParts = (list: Entry[], parts: Entry[]) =>
  parts.reduce((all, [path, bytes]) => replaced(all, path, bytes), list)
