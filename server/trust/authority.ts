import { X509Certificate, randomBytes } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bytes } from '../../proof/bytes.ts'
import { oids } from '../../proof/oids.ts'
import { readToken, type TimeStamp } from '../../proof/tsp.ts'
import { holdCeremony } from './ceremony.ts'
import { openClock, requireClock, type ClockSource, type ClockState } from './clock.ts'
import { signData } from './cms-writer.ts'
import { openFileKeys, type KeyProvider } from './key-provider.ts'
import { answerRequest, makeToken, questionFor } from './tsa.ts'
import { TrustError } from './trust-error.ts'

/** PEM texts that travel with a package. */
export interface TrustMaterial {
  ca: string
  tsa: string
  seal: string
  crl: string
  /** SHA-256 of the root certificate, lower-case hex: what people compare over another channel. */
  rootFingerprint: string
}

export interface IssuedStamp {
  token: Bytes
  stamp: TimeStamp
  clock: ClockState
}

export interface Authority {
  /** RFC 3161 token over a SHA-256 digest. Refuses when the clock is unproven in production. */
  stamp(digest: Uint8Array): Promise<IssuedStamp>
  /** TimeStampResp for a TimeStampReq (`application/timestamp-query`). */
  answer(request: Uint8Array): Promise<Bytes>
  /** Detached CAdES-T signature by the platform's seal, DER; PAdES-B-T uses the same. */
  signDetached(content: Uint8Array): Promise<Bytes>
  trustMaterial(): TrustMaterial
  clock(): Promise<ClockState>
  /** Throws what would keep the next stamp or seal from being made. */
  ready(): Promise<void>
}

export interface AuthoritySettings {
  /** Folder of the keys, `data/keys`. */
  dir: string
  mode: 'local' | 'production'
  platformName: string
  passphraseFile?: string
  clockSource?: string
  /** For tests. */
  clock?: ClockSource
}

export async function openAuthority(settings: AuthoritySettings): Promise<Authority> {
  const { dir, mode } = settings
  const active = join(dir, 'active')
  const passphraseFile = settings.passphraseFile ?? join(dir, 'passphrase')
  const clock = settings.clock ?? openClock({ mode, ...(settings.clockSource && { operatorSource: settings.clockSource }) })
  if (!(await exists(join(active, 'keys.json')))) await startLocally(settings, active, passphraseFile, clock.now())
  const keys = await openFileKeys(active, passphraseFile)
  const { policy } = JSON.parse(await readFile(join(active, 'keys.json'), 'utf8')) as { policy: string }
  return makeAuthority({ keys, policy, trust: await readTrust(active), mode, clock })
}

const exists = (path: string) => stat(path).then(() => true, () => false)

/** The first start of a local installation makes its own keys; production waits for a ceremony held by people. */
async function startLocally({ dir, mode, platformName }: AuthoritySettings, active: string, passphraseFile: string, now: Date) {
  if (mode === 'production') throw new TrustError('keys-missing')
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (!(await exists(passphraseFile))) await writeFile(passphraseFile, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  const passphrase = (await readFile(passphraseFile, 'utf8')).trim()
  await holdCeremony({ dir: active, offlineDir: join(dir, 'offline'), passphrase, rootPassphrase: passphrase, platformName, local: true, now })
}

async function readTrust(dir: string): Promise<TrustMaterial> {
  const read = (name: string) => readFile(join(dir, name), 'utf8')
  const ca = await read('ca.pem')
  const rootFingerprint = new X509Certificate(ca).fingerprint256.replaceAll(':', '').toLowerCase()
  return { ca, tsa: await read('tsa.cert.pem'), seal: await read('seal.cert.pem'), crl: await read('crl.pem'), rootFingerprint }
}

interface Parts {
  keys: KeyProvider
  policy: string
  trust: TrustMaterial
  mode: 'local' | 'production'
  clock: ClockSource
}

function makeAuthority({ keys, policy, trust, mode, clock }: Parts): Authority {
  const stamper = { keys, policy, now: clock.now }
  const root = new X509Certificate(trust.ca).raw
  const requireTime = () => requireClock(clock, mode)
  const stamp = async (digest: Uint8Array) => {
    const state = await requireTime()
    const token = await makeToken(stamper, questionFor(digest))
    return { token, stamp: (await readToken(token)).stamp, clock: state }
  }
  return {
    stamp,
    answer: (request) => answerRequest(stamper, request, requireTime),
    signDetached: (content) => seal(keys, content, root, clock, async (signature) => (await stamp(await sha256(signature))).token),
    trustMaterial: () => trust,
    clock: () => clock.state(),
    ready: async () => {
      await requireTime()
      for (const id of ['tsa', 'seal'] as const) if (clock.now() >= keys.info(id).signUntil) throw new TrustError('key-retired', id)
    },
  }
}

const sha256 = async (bytes: Uint8Array) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))

function seal(keys: KeyProvider, content: Uint8Array, root: Uint8Array, clock: ClockSource, stamp: (signature: Uint8Array) => Promise<Uint8Array>) {
  if (clock.now() >= keys.info('seal').signUntil) throw new TrustError('key-retired')
  return signData({ keys, keyId: 'seal', contentType: oids.data, content, detached: true, others: [root], stamp })
}
