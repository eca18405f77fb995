import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readRevocationList } from '../../../proof/formats/crl.ts'
import { fingerprint, isSignedBy, readCertificate, readPem } from '../../../proof/formats/x509.ts'
import { caSealFiles, readCaSeal, serialOf, type CaSeal } from './ca-seal.ts'
import { isLocal } from './issue.ts'
import { activeSet } from './key-folder.ts'
import { openFileKeys, type KeyId, type KeyProvider } from './key-provider.ts'
import { readList, type ListRead } from './revocation-list.ts'
import { readStatedKeys, type SignedKeys } from './stated-keys.ts'
import { TrustError } from '../trust-error.types.ts'

/** What a reader needs of the keys: PEM texts, copies of which travel with packages. */
export interface TrustMaterial {
  ca: string
  tsa: string
  seal: string
  crl: string
  /** Of the log; sets from before there was one have none. */
  log?: string
  /** All keys as the root states them; sets from before it did have none. */
  keys?: SignedKeys
  /** SHA-256 of the root certificate, lower-case hex: what people compare over another channel. */
  rootFingerprint: string
}

/** Keys, certificates and revocation list that belong together. Never changed: whoever holds one cannot mix two. */
export interface KeySet {
  keys: KeyProvider
  policy: string
  /** DER. */
  root: Uint8Array
  /** Common name of the key that time-stamps. */
  stampedBy: string
  trust: TrustMaterial
  list: ListRead
  /** Seals certificates in place of the seal, where a certification authority issued one that was taken over. */
  caSeal?: CaSeal
  local: boolean
  /** Where it lies. */
  dir: string
  /** Changes whenever what lies on the disk does. */
  version: string
}

export const keyIds = ['tsa', 'seal', 'log'] as const satisfies readonly KeyId[]

/** Names what lies on the disk, without reading keys. */
export async function versionOf(keysDir: string): Promise<string | undefined> {
  const set = await activeSet(keysDir)
  if (!set) return undefined
  const { ino, mtimeMs } = await stat(join(set, 'crl.pem'))
  return `${set} ${ino} ${mtimeMs}`
}

/** The set in use, checked as a whole: each key fits its certificate, the root issued each and signed the list. */
export async function loadActive(keysDir: string, passphrase: string): Promise<KeySet> {
  const version = await versionOf(keysDir)
  const dir = await activeSet(keysDir)
  if (!dir || version === undefined) throw new TrustError('keys-missing')
  return { ...(await loadSet(dir, passphrase)), dir, version }
}

export async function loadSet(dir: string, passphrase: string): Promise<Omit<KeySet, 'dir' | 'version'>> {
  const read = (name: string) => readFile(join(dir, name), 'utf8')
  const keys = await openFileKeys(dir, passphrase)
  const { policy } = JSON.parse(await read('keys.json')) as { policy: string }
  const [ca, tsa, seal, crl] = [
    await read('ca.pem'),
    await read('tsa.cert.pem'),
    await read('seal.cert.pem'),
    await read('crl.pem'),
  ]
  const [root] = readPem(ca)
  if (!root) throw new TrustError('key-unreadable', 'ca.pem')
  await readRevocationList(crl, root)
  const log = keys.has('log') ? await read('log.cert.pem') : undefined
  for (const id of keyIds)
    if (keys.has(id) && !(await isSignedBy(readCertificate(keys.info(id).certificate), root)))
      throw new TrustError('key-unreadable', id)
  const caSeal = keys.has('ca-seal')
    ? await readCaSeal(await read(caSealFiles.chain), await read(caSealFiles.vouched), root)
    : undefined
  const local = isLocal(new X509Certificate(ca))
  const stated = await readStatedKeys(dir)
  return {
    keys,
    policy,
    root: root.raw,
    stampedBy: readCertificate(keys.info('tsa').certificate).commonName,
    trust: {
      ca,
      tsa,
      seal,
      crl,
      ...(log && { log }),
      ...(stated && { keys: stated }),
      rootFingerprint: await fingerprint(root),
    },
    list: readList(crl),
    local,
    ...(caSeal && { caSeal }),
  }
}

/** Whether the seal of a certification authority may sign now; where not, the platform's own does. */
export const mayUseCaSeal = ({ keys, list, caSeal }: Pick<KeySet, 'keys' | 'list' | 'caSeal'>, now: Date): boolean =>
  caSeal !== undefined &&
  now < keys.info('ca-seal').signUntil &&
  !list.revoked.some((r) => r.serial === serialOf(caSeal))

/** Throws what keeps a key from signing now. */
export function requireUsable({ keys, list }: Pick<KeySet, 'keys' | 'list'>, id: KeyId, now: Date) {
  const { certificate, signUntil } = keys.info(id)
  if (now >= signUntil) throw new TrustError('key-retired', id)
  const { serial } = readCertificate(certificate)
  if (list.revoked.some((r) => r.serial === serial)) throw new TrustError('key-revoked', id)
}
