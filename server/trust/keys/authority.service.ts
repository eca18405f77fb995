import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Bytes } from '../../../proof/bytes.ts'
import { oids } from '../../../proof/formats/oids.ts'
import { readInfo, type TimeStamp } from '../../../proof/formats/tsp.ts'
import { ensureLocalKeys, renewKeys } from './ceremony.ts'
import { openClock, requireClock, type ClockSource, type ClockState } from '../clock.service.ts'
import { signData } from '../cms-writer.ts'
import { endingsOf, type Ending } from './expiry.ts'
import { activeSet, exists, replaceFile } from './key-folder.ts'
import { withKeyLock } from './key-lock.ts'
import { readSecret } from './key-provider.ts'
import {
  keyIds,
  loadActive,
  mayUseCaSeal,
  requireUsable,
  versionOf,
  type KeySet,
  type TrustMaterial,
} from './key-set.service.ts'
import { answerRequest, issueToken, questionFor } from '../tsa.ts'
import { TrustError } from '../trust-error.types.ts'

export interface IssuedStamp {
  token: Bytes
  stamp: TimeStamp
  clock: ClockState
}

/** Signs with one set of keys and tells the certificates of that very set. */
export interface Sealer {
  /** Detached CAdES-T signature by the platform's seal, DER. */
  signDetached(content: Uint8Array): Promise<Bytes>
  /** The same for certificates (PAdES-B-T), by the seal of a certification authority where there is one. */
  signCertificate(content: Uint8Array): Promise<Bytes>
  /** Bytes that such a signature takes at most, its time-stamp included. */
  signatureRoom(): Promise<number>
  trustMaterial(): TrustMaterial
}

/** Signs checkpoints of the log (Ed25519). */
export interface LogSigner {
  /** DER. */
  certificate: Buffer
  sign(text: Uint8Array): Promise<Buffer>
}

export interface Authority extends Sealer {
  /** RFC 3161 token over a SHA-256 digest. Refuses when the clock is unproven in production. */
  stamp(digest: Uint8Array): Promise<IssuedStamp>
  /** TimeStampResp for a TimeStampReq (`application/timestamp-query`). */
  answer(request: Uint8Array): Promise<Bytes>
  /** The keys as they are now, for work that needs the same ones twice: a renewal in between does not change them. */
  sealer(): Sealer
  clock(): Promise<ClockState>
  /** Throws while the log's key may not sign; keys that were made before there was a log have none. */
  logSigner(): LogSigner
  /** Throws what would keep the next stamp or seal from being made. */
  ready(): Promise<void>
  /** What people have to renew within thirty days. */
  endings(): Ending[]
  /** Whether an installation made these keys for itself, in local mode. */
  local(): boolean
  /** Takes over keys that were renewed and lists that were replaced; in local mode renews what ends soon. */
  refresh(): Promise<void>
}

export interface AuthoritySettings {
  /** Folder of the keys, `data/keys`. */
  dir: string
  mode: 'local' | 'production'
  platformName: string
  passphraseFile?: string | undefined
  clockSource?: string | undefined
  /** For tests. */
  clock?: ClockSource
}

interface Opened extends AuthoritySettings {
  passphraseFile: string
  clock: ClockSource
}

export async function openAuthority(given: AuthoritySettings): Promise<Authority> {
  const { dir, mode, clockSource } = given
  const clock = given.clock ?? openClock({ mode, ...(clockSource && { operatorSource: clockSource }) })
  const settings: Opened = { ...given, passphraseFile: given.passphraseFile ?? join(dir, 'passphrase'), clock }
  if (!(await activeSet(dir))) await startLocally(settings)
  const set = await load(settings)
  // Keys from before there was a log are renewed at once where nobody has to hold a ceremony.
  return makeAuthority(
    settings,
    set.keys.has('log') || mode !== 'local' || !set.local ? set : await renewed(settings, set),
  )
}

const loadTries = 3

/** A renewal may replace and destroy the set that is just being read: then the next one is there already. */
async function load({ dir, passphraseFile }: Opened): Promise<KeySet> {
  const passphrase = await readSecret(passphraseFile)
  for (let tries = 1; ; tries++) {
    const before = await versionOf(dir)
    try {
      return await loadActive(dir, passphrase)
    } catch (error) {
      if (tries === loadTries || (await versionOf(dir)) === before) throw error
    }
  }
}

/** The first start of a local installation makes its own keys; production waits for a ceremony held by people. */
async function startLocally(settings: Opened) {
  const { dir, mode, passphraseFile } = settings
  if (mode === 'production') throw new TrustError('keys-missing', dir)
  await withKeyLock(dir, async () => {
    if (!(await exists(passphraseFile))) await replaceFile(passphraseFile, `${randomBytes(32).toString('base64url')}\n`)
  })
  await ensureLocalKeys({ ...(await localCeremony(settings)), platformName: settings.platformName, local: true })
}

async function localCeremony({ dir, passphraseFile, clock }: Opened) {
  const passphrase = await readSecret(passphraseFile)
  return { keysDir: dir, offlineDir: join(dir, 'offline'), passphrase, rootPassphrase: passphrase, now: clock.now() }
}

function makeAuthority(settings: Opened, first: KeySet): Authority {
  const { mode, clock, dir } = settings
  let set = first
  const endings = () => endingsOf(set, clock.now())
  const requireTime = () => requireClock(clock, mode)
  const stamp = (digest: Uint8Array) => stampWith(set, digest, clock, mode)
  return {
    stamp,
    answer: (request) => answerRequest(stamperOf(set, clock), request, requireTime),
    sealer: () => sealerOf(set, clock, mode),
    signDetached: (content) => sealerOf(set, clock, mode).signDetached(content),
    signCertificate: (content) => sealerOf(set, clock, mode).signCertificate(content),
    signatureRoom: () => sealerOf(set, clock, mode).signatureRoom(),
    trustMaterial: () => set.trust,
    clock: () => clock.state(),
    logSigner: () => {
      const { keys } = set
      requireUsable(set, 'log', clock.now())
      return { certificate: keys.info('log').certificate, sign: (text) => keys.sign('log', 'ed25519', text) }
    },
    ready: async () => {
      await requireTime()
      for (const id of keyIds) if (set.keys.has(id)) requireUsable(set, id, clock.now())
    },
    endings,
    local: () => set.local,
    refresh: async () => {
      if (set.version !== (await versionOf(dir))) set = await load(settings)
      // A seal of a certification authority is renewed there and taken over by people.
      if (mode !== 'local' || !set.local || endings().every((e) => e.what === 'ca-seal-key')) return
      set = await renewed(settings, set)
    },
  }
}

async function renewed(settings: Opened, { dir }: KeySet): Promise<KeySet> {
  await renewKeys({ ...(await localCeremony(settings)), instead: dir })
  return load(settings)
}

function stamperOf(set: KeySet, { now }: ClockSource) {
  return { keys: set.keys, policy: set.policy, now, requireUsable: (at: Date) => requireUsable(set, 'tsa', at) }
}

async function stampWith(
  set: KeySet,
  digest: Uint8Array,
  clock: ClockSource,
  mode: Opened['mode'],
): Promise<IssuedStamp> {
  const state = await requireClock(clock, mode)
  const { token, info } = await issueToken(stamperOf(set, clock), questionFor(digest))
  return { token, stamp: { ...readInfo(info), authority: set.stampedBy }, clock: state }
}

function sealerOf(set: KeySet, clock: ClockSource, mode: Opened['mode']): Sealer {
  const { keys, caSeal, root } = set
  const stamp = async (signature: Uint8Array) => (await stampWith(set, sha256(signature), clock, mode)).token
  const request = { keys, contentType: oids.data, detached: true, stamp }
  const signDetached = async (content: Uint8Array) => {
    requireUsable(set, 'seal', clock.now())
    return signData({ ...request, keyId: 'seal', content, others: [root] })
  }
  const signCertificate = async (content: Uint8Array) => {
    if (!caSeal || !mayUseCaSeal(set, clock.now())) return signDetached(content)
    return signData({
      ...request,
      keyId: 'ca-seal',
      content,
      others: [root, caSeal.vouched],
      issuers: caSeal.issuers,
    })
  }
  return {
    trustMaterial: () => set.trust,
    signDetached,
    signCertificate,
    signatureRoom: () => roomOf(set, signCertificate),
  }
}

const rooms = new WeakMap<KeySet, number>()

/** How long a signature becomes is for its certificates to say: one is made and thrown away. Values of curves differ by a few bytes. */
async function roomOf(set: KeySet, signCertificate: Sealer['signCertificate']): Promise<number> {
  const known = rooms.get(set) ?? (await signCertificate(new Uint8Array())).length + 256
  rooms.set(set, known)
  return known
}

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest())
