import { createPublicKey, verify } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mountTrust } from '../../server/app/mount/mount-trust.ts'
import { openAuthority, type Authority } from '../../server/trust/keys/authority.service.ts'
import { holdCeremony, renewKeys, renewList, revokeKey } from '../../server/trust/keys/ceremony.ts'
import type { ClockSource } from '../../server/trust/clock.service.ts'
import { startLog } from '../../server/trust/log/start-log.service.ts'
import type { StatedKeys } from '../../server/trust/keys/stated-keys.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { temporary } from './sample.ts'

let home: string
let now: Date
const clock: ClockSource = { now: () => now, state: () => Promise.resolve({ source: 'chrony', proven: true }) }
const folders = () => ({ keysDir: join(home, 'keys'), offlineDir: join(home, 'offline') })
const ceremony = () => ({
  ...folders(),
  passphrase: 'a passphrase of the service',
  rootPassphrase: 'a passphrase of two people',
  now,
})
const open = () =>
  openAuthority({
    dir: join(home, 'keys'),
    mode: 'production',
    platformName: 'Test',
    passphraseFile: join(home, 'passphrase'),
    clock,
  })

beforeEach(async () => {
  home = temporary()
  now = new Date('2026-03-01T10:00:00Z')
  writeFileSync(join(home, 'passphrase'), 'a passphrase of the service\n', { mode: 0o600 })
  await holdCeremony({ ...ceremony(), platformName: '岛风', local: false })
})

const stated = (authority: Authority) => JSON.parse(authority.trustMaterial().keys!.json) as StatedKeys
const inUse = ({ keys }: StatedKeys) => keys.filter((k) => k.inUse).map((k) => k.purpose)

/** Whether openssl takes the statement as the root's. */
function opensslAccepts(authority: Authority, json = authority.trustMaterial().keys!.json): boolean {
  const dir = temporary()
  const { ca, keys } = authority.trustMaterial()
  writeFileSync(join(dir, 'ca.pem'), ca)
  writeFileSync(join(dir, 'keys.json'), json)
  writeFileSync(join(dir, 'keys.sig'), keys!.signature)
  writeFileSync(join(dir, 'root.pub'), runTool('openssl', ['x509', '-in', 'ca.pem', '-noout', '-pubkey'], dir).text)
  return runTool('openssl', ['dgst', '-sha384', '-verify', 'root.pub', '-signature', 'keys.sig', 'keys.json'], dir).ok
}

describe('what the root states of all keys', () => {
  it.runIf(requireTool('openssl'))('is signed by it, as openssl judges, and by every byte', async () => {
    const authority = await open()
    expect(opensslAccepts(authority)).toBe(true)
    const { json, signature } = authority.trustMaterial().keys!
    expect(opensslAccepts(authority, json.replace('"tsa"', '"log"'))).toBe(false)
    const root = createPublicKey(authority.trustMaterial().ca)
    const bytes = Buffer.from(json)
    expect(verify('sha384', bytes, root, signature)).toBe(true)
    for (let at = 0; at < bytes.length; at++)
      expect(verify('sha384', bytes.with(at, bytes[at]! ^ 1), root, signature), `byte ${at}`).toBe(false)
    for (let at = 0; at < signature.length; at++)
      expect(verify('sha384', bytes, root, signature.with(at, signature[at]! ^ 1)), `byte ${at} of the signature`).toBe(
        false,
      )
    expect(inUse(stated(authority))).toEqual(['tsa', 'seal', 'log'])
    expect(stated(authority)).toMatchObject({
      type: 'shimakaze-keys/v1',
      issued: '2026-03-01T10:00:00.000Z',
      list: { number: 1 },
      previous: null,
      root: { fingerprint: authority.trustMaterial().rootFingerprint },
    })
  })

  it('names former and revoked keys, and the statement before it', async () => {
    const authority = await open()
    const first = authority.trustMaterial().keys!
    const [tsa] = stated(authority).keys
    now = new Date('2026-09-01T10:00:00Z')
    await revokeKey({
      ...ceremony(),
      serial: tsa!.serial,
      reason: 'keyCompromise',
      at: new Date('2026-08-31T00:00:00Z'),
    })
    await authority.refresh()
    expect(stated(authority).keys[0]).toMatchObject({
      purpose: 'tsa',
      inUse: true,
      revoked: { at: '2026-08-31T00:00:00.000Z', reason: 'keyCompromise' },
    })
    expect(stated(authority).previous).toBe(first.sha256)
    const second = authority.trustMaterial().keys!
    await renewKeys(ceremony())
    await authority.refresh()
    const { keys, previous, list } = stated(authority)
    expect(previous).toBe(second.sha256)
    expect(keys).toHaveLength(6)
    expect(keys.filter((k) => !k.inUse).map((k) => [k.purpose, k.revoked?.reason])).toEqual([
      ['tsa', 'keyCompromise'],
      ['seal', undefined],
      ['log', undefined],
    ])
    await renewList(ceremony())
    await authority.refresh()
    expect(stated(authority).list.number).toBe(list.number + 1)
    expect(opensslAccepts(authority)).toBe(true)
  })
})

describe('a service', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await buildTestApp()
  })
  afterAll(() => t.close())

  it('hands it out byte by byte, with root and list, and has it logged once', async () => {
    const authority = await open()
    const app = fastify()
    mountTrust(app, t.services, authority)
    const { keys, ca, crl } = authority.trustMaterial()
    const get = async (path: string) => (await app.inject(path)).rawPayload
    expect((await get('/trust/keys.json')).toString()).toBe(keys!.json)
    expect((await get('/trust/keys.sig')).equals(keys!.signature)).toBe(true)
    expect([(await get('/trust/ca.pem')).toString(), (await get('/trust/crl.pem')).toString()]).toEqual([ca, crl])
    await app.close()
    const entries = () =>
      t.services.db.system.selectFrom('logEntry').select(['subject', 'leaf']).where('kind', '=', 'keys').execute()
    for (let start = 0; start < 2; start++) {
      const log = startLog(t.services, authority, { error: (about) => expect(about).toBeUndefined() }, async () => {})
      await expect.poll(entries, { timeout: 10_000 }).toHaveLength(1)
      await log.stop()
    }
    expect(await entries()).toEqual([
      { subject: keys!.sha256, leaf: Buffer.from(`shimakaze-keys/v1\n${keys!.sha256}\n`) },
    ])
  })
})
