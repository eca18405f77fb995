import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  earlier,
  encrypted,
  issueLog,
  issueSeal,
  issueTsa,
  makeRoot,
  pemOf,
  vouchFor,
  years,
  type Root,
} from './issue.ts'
import { X509Certificate } from '@peculiar/x509'
import { caSealFiles, judgeCaSeal } from './ca-seal.ts'
import { activeSet, everySet, replaceFile, retireOthers, switchTo, writeSet } from './key-folder.ts'
import { withKeyLock } from './key-lock.ts'
import { issuedCertificates } from './issued.ts'
import { loadSet } from './key-set.service.ts'
import { openFileKeys, type KeyId } from './key-provider.ts'
import { revocationReasons, type RevocationReason } from './revocation-list.ts'
import { hasRoot, openRoot, signNextList, writeRoot } from './root-folder.ts'
import { stateKeys, statedKeysFile } from './stated-keys.ts'
import { TrustError } from '../trust-error.types.ts'

export interface Folders {
  /** Folder of the keys in use. */
  keysDir: string
  /** Folder of the root key, which is elsewhere but while a ceremony is held. */
  offlineDir: string
}

interface Renewal extends Folders {
  /** Of the keys in use: what the service reads at its start. */
  passphrase: string
  rootPassphrase: string
  now: Date
}

export interface CeremonySettings extends Renewal {
  platformName: string
  /** Made by a local installation for itself. */
  local: boolean
}

/** Makes the root, the time-stamping, the sealing and the log's key. The root signs, and is then only in `offlineDir`, encrypted. */
export function holdCeremony(settings: CeremonySettings): Promise<void> {
  return withKeyLock(settings.keysDir, async () => {
    const { keysDir, offlineDir, rootPassphrase, now } = settings
    if ((await activeSet(keysDir)) || (await isFilled(offlineDir))) throw new TrustError('keys-exist')
    await writeRoot(offlineDir, await makeRoot(settings, now), rootPassphrase, offlineNote)
    await issueSet(settings)
  })
}

/** Local keys on the first start, by whichever process comes first; a start that was cut short is taken up where it ended. */
export function ensureLocalKeys(settings: CeremonySettings): Promise<void> {
  return withKeyLock(settings.keysDir, async () => {
    const { keysDir, offlineDir, rootPassphrase, now } = settings
    if (await activeSet(keysDir)) return
    if (!(await hasRoot(offlineDir)))
      await writeRoot(offlineDir, await makeRoot(settings, now), rootPassphrase, offlineNote)
    await issueSet(settings)
  })
}

/**
 * New keys for stamps, seals and the log, and a new list, under the same root. The keys they replace are destroyed.
 * With `instead`, only while that set is the one in use: of several processes that see it end, one renews.
 */
export const renewKeys = (settings: Renewal & { instead?: string }): Promise<void> =>
  withKeyLock(settings.keysDir, async () => {
    if (settings.instead === undefined || settings.instead === (await activeSet(settings.keysDir)))
      await issueSet(settings)
  })

async function issueSet({ keysDir, offlineDir, passphrase, rootPassphrase, now }: Renewal) {
  const old = await activeSet(keysDir)
  if (old) await requireSamePassphrase(old, passphrase)
  const root = await openRoot(offlineDir, rootPassphrase, old && (await read(old, 'ca.pem')))
  const [tsa, seal, log] = [await issueTsa(root, now), await issueSeal(root, now), await issueLog(root, now)]
  const crl = await signNextList({ offlineDir, root, current: old && (await read(old, 'crl.pem')), now })
  const before = await everySet(keysDir)
  const draft = await writeSet(keysDir, {
    'tsa.key.pem': encrypted(tsa.key, passphrase),
    'seal.key.pem': encrypted(seal.key, passphrase),
    'log.key.pem': encrypted(log.key, passphrase),
    'tsa.cert.pem': pemOf(tsa.certificate),
    'seal.cert.pem': pemOf(seal.certificate),
    'log.cert.pem': pemOf(log.certificate),
    'ca.pem': pemOf(root.certificate),
    'crl.pem': crl,
    ...(old && (await caSealIn(old))),
    'keys.json': keysJson(root, now, old ? await policyOf(old) : newPolicy(), old && (await caSealUntil(old))),
  })
  await replaceFile(
    join(draft, statedKeysFile),
    await stateKeys({ root, now, sets: [...before, draft], crl, before: old }),
  )
  // Read back as a service would, before anything rests on it.
  await loadSet(draft, passphrase)
  await switchTo(keysDir, draft)
  await retireOthers(keysDir, (await activeSet(keysDir))!)
}

const isFilled = (dir: string) =>
  readdir(dir).then(
    (names) => names.length > 0,
    () => false,
  )

const read = (dir: string, name: string) => readFile(join(dir, name), 'utf8')

/** Keys under another passphrase than the service reads would be ignored by it until the old ones run out. */
async function requireSamePassphrase(set: string, passphrase: string) {
  await openFileKeys(set, passphrase).catch((e: unknown) => {
    if (!(e instanceof TrustError) || e.code === 'key-unreadable') throw new TrustError('passphrase-differs')
    // Keys that were lost are what a renewal replaces.
    if (e.code !== 'keys-missing') throw e
  })
}

const newPolicy = () => `2.25.${BigInt(`0x${randomBytes(16).toString('hex')}`)}`
const policyOf = async (set: string) => (await settingsOf(set)).policy

interface SetSettings {
  signUntil: Partial<Record<KeyId, string>>
  policy: string
}
const settingsOf = async (set: string) => JSON.parse(await read(set, 'keys.json')) as SetSettings

const caSealUntil = async (set: string) => (await settingsOf(set)).signUntil['ca-seal']

/** A seal that an authority issued outlives a renewal of the keys that the root issues. */
async function caSealIn(set: string): Promise<Record<string, string>> {
  if ((await caSealUntil(set)) === undefined) return {}
  return Object.fromEntries(
    await Promise.all(Object.values(caSealFiles).map(async (name) => [name, await read(set, name)] as const)),
  )
}

export interface SealImport extends Renewal {
  /** PEM: the certificate, the authorities above it, their root. */
  chain: string
  key: string
  /** Of the key as the authority gave it. */
  keyPassphrase: string | undefined
}

/** Takes over a seal that a certification authority issued; certificates bear it from then on. All other keys stay as they are. */
export const importSeal = (settings: SealImport): Promise<void> =>
  withKeyLock(settings.keysDir, async () => {
    const { keysDir, offlineDir, passphrase, rootPassphrase, chain, key, keyPassphrase, now } = settings
    const old = await activeSet(keysDir)
    if (!old) throw new TrustError('keys-missing', keysDir)
    await requireSamePassphrase(old, passphrase)
    const root = await openRoot(offlineDir, rootPassphrase, await read(old, 'ca.pem'))
    const seal = await judgeCaSeal(chain, key, keyPassphrase, now)
    const vouched = await vouchFor(root, new X509Certificate(seal.chain[0]!.raw), now, seal.until)
    const { signUntil, policy } = await settingsOf(old)
    const draft = await writeSet(keysDir, {
      ...(await filesOf(old)),
      [caSealFiles.key]: encrypted(seal.key.export({ format: 'der', type: 'pkcs8' }), passphrase),
      [caSealFiles.chain]: seal.chain.map((c) => pemOf(new X509Certificate(c.raw))).join(''),
      [caSealFiles.vouched]: pemOf(vouched),
      'keys.json': `${JSON.stringify({ signUntil: { ...signUntil, 'ca-seal': vouched.notAfter.toISOString() }, policy })}\n`,
    })
    await replaceFile(
      join(draft, statedKeysFile),
      await stateKeys({
        root,
        now,
        sets: [...(await everySet(keysDir)), draft],
        crl: await read(old, 'crl.pem'),
        before: old,
      }),
    )
    await loadSet(draft, passphrase)
    await switchTo(keysDir, draft)
    await retireOthers(keysDir, (await activeSet(keysDir))!)
  })

const filesOf = async (set: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all((await readdir(set)).map(async (name) => [name, await read(set, name)] as const)),
  )

/** A time-stamping key signs for a year, so that what a stolen key could antedate is bounded by its destruction. A log goes on in a new shard with a new key. */
function keysJson(root: Root, now: Date, policy: string, caSeal: string | undefined) {
  const until = (count: number) => earlier(years(now, count), root.certificate.notAfter).toISOString()
  return `${JSON.stringify({ signUntil: { tsa: until(1), seal: until(11), log: until(2), ...(caSeal && { 'ca-seal': caSeal }) }, policy })}\n`
}

interface ListChange extends Folders {
  rootPassphrase: string
  now: Date
}

/** A new list that says the same, before the old one's next update. */
export const renewList = (settings: ListChange): Promise<void> => changeList(settings)

export interface Revocation extends ListChange {
  /** Hexadecimal, as certificates and openssl show it. */
  serial: string
  reason: RevocationReason
  /** From when on the key vouches for nothing. */
  at: Date
}

/** Puts a certificate that this platform issued on the list. */
export async function revokeKey(settings: Revocation): Promise<void> {
  const { keysDir, serial, reason, at, now } = settings
  if (Number.isNaN(at.getTime()) || at > now) throw new TrustError('bad-instant')
  const wanted = parseSerial(serial)
  const known = await issuedCertificates(keysDir)
  if (!known.some((c) => c.serial === wanted)) throw new TrustError('unknown-serial', serial)
  await changeList(settings, (revoked) => {
    if (revoked.some((r) => r.serial === wanted)) throw new TrustError('already-revoked', serial)
    return [...revoked, { serial: wanted, at, reason: revocationReasons[reason] }]
  })
}

function parseSerial(text: string): bigint {
  const digits = text.replaceAll(':', '')
  if (!/^[0-9a-f]+$/i.test(digits)) throw new TrustError('unknown-serial', text)
  return BigInt(`0x${digits}`)
}

function changeList(
  { keysDir, offlineDir, rootPassphrase, now }: ListChange,
  change?: Parameters<typeof signNextList>[0]['change'],
) {
  return withKeyLock(keysDir, async () => {
    const set = await activeSet(keysDir)
    if (!set) throw new TrustError('keys-missing')
    const root = await openRoot(offlineDir, rootPassphrase, await read(set, 'ca.pem'))
    const list = await signNextList({
      offlineDir,
      root,
      current: await read(set, 'crl.pem'),
      now,
      ...(change && { change }),
    })
    // The list last: by it a service sees that something changed.
    await replaceFile(
      join(set, statedKeysFile),
      await stateKeys({ root, now, sets: await everySet(keysDir), crl: list, before: set }),
    )
    await replaceFile(join(set, 'crl.pem'), list)
  })
}

const offlineNote = `根密钥（已加密）。请将本文件夹移到离线介质，并从服务器上删除。只有签发、更换或吊销下级证书时才需要它。
The root key, encrypted. Move this folder to offline media and remove it from the server.
It is needed only to issue, renew or revoke the keys below it.
`
