import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { verifyCertificate } from '../../proof/formats/pdf.ts'
import { renewList, revokeKey } from '../../server/trust/keys/ceremony.ts'
import { readList } from '../../server/trust/keys/revocation-list.ts'
import { byProgram, byScript, fileOf } from '../certificates/verifiers.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { openOpensslTsa } from '../kit/vendors/tsa.ts'
import {
  ceremony,
  clock,
  hex,
  hold,
  home,
  leaveHome,
  open,
  opensslAccepts,
  renew,
  secret,
  serialIn,
  withPassphrase,
} from './renewal-kit.ts'
import { blobOf, localAuthority, makeSample, smallContents, statementFor, writeSample } from './sample.ts'
import { buildZip, entriesOf } from './zip-builder.ts'

withPassphrase()

describe('revoking', () => {
  it('writes a list with the next number that openssl reads, and the service signs no more with that key', async () => {
    await hold()
    const running = await open()
    const serial = hex(serialIn(running.trustMaterial().seal))
    await revokeKey({
      ...ceremony(),
      serial: serial.toUpperCase(),
      reason: 'keyCompromise',
      at: new Date('2026-02-28T12:00:00Z'),
    })
    await running.refresh()
    await expect(running.ready()).rejects.toMatchObject({ code: 'key-revoked' })
    await expect(running.signDetached(Buffer.from('x'))).rejects.toMatchObject({ code: 'key-revoked' })
    const list = readList(running.trustMaterial().crl)
    expect(list).toMatchObject({ number: 2, revoked: [{ serial: BigInt(`0x${serial}`), reason: 1 }] })
    if (!requireTool('openssl')) return
    expect(opensslAccepts(running)).toBe(false)
    const file = join(home, 'crl.pem')
    writeFileSync(file, running.trustMaterial().crl)
    const { text } = runTool('openssl', ['crl', '-in', file, '-noout', '-text'])
    expect(text).toMatch(
      new RegExp(`Serial Number: ${serial}\\s+Revocation Date: Feb 28 12:00:00 2026 GMT[\\s\\S]+Key Compromise`, 'i'),
    )
    const ca = join(home, 'ca.pem')
    writeFileSync(ca, running.trustMaterial().ca)
    const keyId = /Subject Key Identifier:\s+([0-9A-F:]+)/.exec(
      runTool('openssl', ['x509', '-in', ca, '-noout', '-text']).text,
    )?.[1]
    expect(text).toMatch(new RegExp(`Authority Key Identifier:\\s+(keyid:)?${keyId}`))
    await renew()
    await running.refresh()
    await running.ready()
    expect(readList(running.trustMaterial().crl).revoked).toHaveLength(1)
    expect(opensslAccepts(running)).toBe(true)
  })

  it('refuses serials it never issued, repeats, and instants to come', async () => {
    await hold()
    const serial = hex(serialIn((await open()).trustMaterial().tsa))
    const revoke = (serial_: string, at = clock.now()) =>
      revokeKey({ ...ceremony(), serial: serial_, reason: 'superseded', at })
    await expect(revoke('00ff')).rejects.toMatchObject({ code: 'unknown-serial' })
    await expect(revoke('no serial')).rejects.toMatchObject({ code: 'unknown-serial' })
    await expect(revoke(serial, new Date('2026-03-02T00:00:00Z'))).rejects.toMatchObject({ code: 'bad-instant' })
    await revoke(serial)
    await expect(revoke(serial)).rejects.toMatchObject({ code: 'already-revoked' })
  })

  it('knows the certificates of former keys too', async () => {
    await hold()
    const serial = hex(serialIn((await open()).trustMaterial().tsa))
    await renew()
    await revokeKey({ ...ceremony(), serial, reason: 'cessationOfOperation', at: clock.now() })
    await expect((await open()).ready()).resolves.toBeUndefined()
  })

  it('numbers lists upwards even when the key folder was restored from an older copy', async () => {
    await hold()
    const list = join(home, 'keys/active/crl.pem')
    const first = readFileSync(list, 'utf8')
    await revokeKey({
      ...ceremony(),
      serial: hex(serialIn((await open()).trustMaterial().tsa)),
      reason: 'keyCompromise',
      at: clock.now(),
    })
    writeFileSync(list, first)
    await renewList(ceremony())
    expect(readList(readFileSync(list, 'utf8'))).toMatchObject({ number: 3, revoked: [{ reason: 1 }] })
  })
})

describe('a package that was sealed after its key was stolen', () => {
  it('is found by a list that is newer than its own, by every verifier; what was sealed before stays', async () => {
    await hold()
    const running = await open()
    const sample = await makeSample(running, statementFor(smallContents))
    const list = await entriesOf((await writeSample(sample, smallContents)).bytes)
    const { ca, seal } = running.trustMaterial()
    const listAfter = async (at: string) => {
      const later = new Date('2026-03-05T10:00:00Z')
      await revokeKey({
        ...ceremony(),
        now: later,
        serial: hex(serialIn(seal)),
        reason: 'keyCompromise',
        at: new Date(at),
      })
      return readFileSync(join(home, 'keys/active/crl.pem'), 'utf8')
    }
    const reasons = async (lists: string[]) => {
      const options = { anchors: [ca], lists }
      const both = [
        await verifyPackage(blobOf(buildZip(list)), options),
        await verifyCertificate(blobOf(sample.pdf), options),
      ]
      return both.map(({ facts }) =>
        facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`),
      )
    }
    const folder = readFileSync(join(home, 'keys/active/crl.pem'), 'utf8')
    const offline = join(home, 'offline')
    cpSync(offline, join(home, 'offline-before'), { recursive: true })
    const early = await listAfter('2026-03-02T00:00:00Z')
    expect(await reasons([folder, early, (await localAuthority()).trustMaterial().crl])).toEqual([[], []])
    expect(byScript(list, fileOf(ca + early)).text).toContain('Result: valid')
    rmSync(offline, { recursive: true })
    cpSync(join(home, 'offline-before'), offline, { recursive: true })
    writeFileSync(join(home, 'keys/active/crl.pem'), folder)
    const found = await listAfter('2026-02-28T12:00:00Z')
    expect(await reasons([found])).toEqual([
      ['keys-not-revoked:certificate-revoked', 'certificate-sealed:certificate-revoked'],
      ['certificate-sealed:certificate-revoked'],
    ])
    expect(byProgram(list, '--trust', fileOf(ca + found)).ok).toBe(false)
    expect(byProgram(list, '--trust', fileOf(ca)).ok).toBe(true)
    if (!requireTool('dash') || !requireTool('openssl')) return
    expect(byScript(list, fileOf(ca + found)).text).toContain('revoked: seal')
    expect(byScript(list, fileOf(ca)).ok).toBe(true)
    // Readers append the newest to what they have; lists of others say nothing of the platform.
    const others = openOpensslTsa()
    onTestFinished(others.remove)
    const ofOthers = readFileSync(others.revoke(), 'utf8')
    for (const lists of [folder + found, ofOthers + folder + found, `\uFEFF${folder}${found}`.replaceAll('\n', '\r\n')])
      expect(byScript(list, fileOf(ca + lists)).text).toContain('revoked: seal')
    expect(byScript(list, fileOf(ca + ofOthers + folder)).ok).toBe(true)
    leaveHome()
    writeFileSync(join(home, 'passphrase'), `${secret}\n`, { mode: 0o600 })
    await hold()
    const another = (await open()).trustMaterial()
    const ofNamesake = fileOf(another.ca + another.crl + ca + folder)
    expect(byProgram(list, '--trust', ofNamesake).ok).toBe(true)
    expect(byScript(list, ofNamesake).text).toContain('Result: valid')
    expect(byScript(list, fileOf(ca + another.crl + found)).text).toContain('revoked: seal')
    expect(byScript(list, fileOf(ca + folder + found.slice(0, -60))).ok).toBe(false)
  }, 60_000)
})

describe('keys and lists that end soon', () => {
  it('are named thirty days ahead in production, and nothing is renewed by itself', async () => {
    await hold()
    const running = await open()
    expect(running.endings()).toEqual([])
    clock.at = new Date('2027-01-30T00:00:01Z')
    await running.refresh()
    expect(running.endings().map((e) => `${e.what} ${e.at.toISOString()}`)).toEqual([
      'tsa-key 2027-03-01T00:00:00.000Z',
      'revocation-list 2027-03-01T00:00:00.000Z',
    ])
    await running.ready()
    await renewList(ceremony())
    await running.refresh()
    expect(running.endings().map((e) => e.what)).toEqual(['tsa-key'])
  })

  it('are renewed by a local installation itself, once for all its processes', async () => {
    const both = await Promise.all([open('local'), open('local')])
    const before = both[0].trustMaterial()
    await both[0].refresh()
    expect(both[0].trustMaterial()).toEqual(before)
    clock.at = new Date('2027-02-10T00:00:00Z')
    await Promise.all(both.map((a) => a.refresh()))
    expect(both[0].trustMaterial()).toEqual(both[1].trustMaterial())
    expect(both[0].trustMaterial().rootFingerprint).toBe(before.rootFingerprint)
    expect(both[0].endings()).toEqual([])
    expect(readdirSync(join(home, 'keys/archive'))).toEqual(['0001'])
    await both[0].ready()
  })
})
