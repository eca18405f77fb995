import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { digest } from '../../proof/signatures/signature.ts'
import { readToken, verifyToken } from '../../proof/formats/tsp.ts'
import { readPem } from '../../proof/formats/x509.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { renewKeys, revokeKey } from '../../server/trust/keys/ceremony.ts'
import { readList } from '../../server/trust/keys/revocation-list.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { blobOf, makeSample, smallContents, statementFor, temporary, writeSample } from './sample.ts'
import { entriesOf } from './zip-builder.ts'
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

withPassphrase()

const stampSigner = async (authority: Authority) => {
  const { token } = await authority.stamp(await digest('SHA-256', Buffer.from('x')))
  return (await readToken(token)).signed.signer.serial
}

describe('a ceremony', () => {
  it('makes keys for production: unmarked, and accepted by openssl', async () => {
    await hold()
    const authority = await open()
    await authority.ready()
    expect(authority.local()).toBe(false)
    expect(readPem(authority.trustMaterial().ca)[0]!.commonName).toBe('Evidence Root')
    if (requireTool('openssl')) expect(opensslAccepts(authority)).toBe(true)
  })

  it('overwrites neither keys nor an offline folder', async () => {
    await hold()
    await expect(hold()).rejects.toMatchObject({ code: 'keys-exist' })
    rmSync(join(home, 'keys'), { recursive: true })
    await expect(hold()).rejects.toMatchObject({ code: 'keys-exist' })
  })

  it('makes one set of local keys, however many processes start at once', async () => {
    const all = await Promise.all([1, 2, 3].map(() => open('local')))
    expect(new Set(all.map((a) => a.trustMaterial().tsa)).size).toBe(1)
    await Promise.all(all.map((a) => a.ready()))
  })
})

describe('renewing keys', () => {
  it('gives new keys under the same root, which a running service takes over', async () => {
    await hold()
    const running = await open()
    const before = running.trustMaterial()
    clock.at = new Date('2027-02-10T00:00:00Z')
    await renew()
    expect(running.trustMaterial()).toEqual(before)
    await running.refresh()
    const after = running.trustMaterial()
    expect(after).toMatchObject({ ca: before.ca, rootFingerprint: before.rootFingerprint })
    expect(serialIn(after.tsa)).not.toBe(serialIn(before.tsa))
    expect(serialIn(after.seal)).not.toBe(serialIn(before.seal))
    expect(await stampSigner(running)).toBe(serialIn(after.tsa))
    const { token } = await running.stamp(await digest('SHA-256', Buffer.from('x')))
    for (const [name, bytes] of Object.entries({ token, data: 'x', ca: after.ca }))
      writeFileSync(join(home, name), bytes)
    if (requireTool('openssl'))
      expect(
        runTool(
          'openssl',
          [
            'ts',
            '-verify',
            '-token_in',
            '-in',
            'token',
            '-data',
            'data',
            '-CAfile',
            'ca',
            '-attime',
            String(clock.at.getTime() / 1000),
          ],
          home,
        ).text,
      ).toContain('Verification: OK')
    expect(readList(after.crl).number).toBe(2)
    if (requireTool('openssl')) expect(opensslAccepts(running)).toBe(true)
  })

  it('works after the old keys have stopped signing', async () => {
    await hold()
    const running = await open()
    clock.at = new Date('2027-06-01T00:00:00Z')
    await expect(running.ready()).rejects.toMatchObject({ code: 'key-retired' })
    await renew()
    await running.refresh()
    await running.ready()
  })

  it('keeps the old certificates and destroys the old keys', async () => {
    await hold()
    const before = (await open()).trustMaterial()
    await renew()
    const files = readdirSync(join(home, 'keys/sets'), { recursive: true }).map(String)
    expect(files.filter((f) => f.endsWith('.key.pem')).sort()).toEqual([
      '0002/log.key.pem',
      '0002/seal.key.pem',
      '0002/tsa.key.pem',
    ])
    expect(readFileSync(join(home, 'keys/archive/0001/tsa.cert.pem'), 'utf8')).toBe(before.tsa)
    expect(readFileSync(join(home, 'keys/archive/0001/seal.cert.pem'), 'utf8')).toBe(before.seal)
  })

  it('refuses another passphrase than the service reads, and leaves everything as it was', async () => {
    await hold()
    const before = (await open()).trustMaterial()
    await expect(renewKeys({ ...ceremony(), passphrase: 'another passphrase' })).rejects.toMatchObject({
      code: 'passphrase-differs',
    })
    await expect(renewKeys({ ...ceremony(), rootPassphrase: 'another passphrase' })).rejects.toMatchObject({
      code: 'root-unreadable',
    })
    expect((await open()).trustMaterial()).toEqual(before)
  })

  it('refuses the root of another platform', async () => {
    await hold()
    const ours = home
    leaveHome()
    await hold()
    await expect(renewKeys({ ...ceremony(), keysDir: join(ours, 'keys') })).rejects.toMatchObject({
      code: 'root-differs',
    })
  })

  it('takes over the plain folder that installations had before', async () => {
    const first = await open('local')
    const keys = join(home, 'keys')
    rmSync(join(keys, 'active'))
    renameSync(join(keys, 'sets/0001'), join(keys, 'active'))
    rmSync(join(keys, 'sets'), { recursive: true })
    rmSync(join(keys, 'offline/root.cert.pem'))
    expect((await open('local')).trustMaterial()).toEqual(first.trustMaterial())
    await renewKeys({ ...ceremony(), offlineDir: join(keys, 'offline'), rootPassphrase: secret })
    const after = (await open('local')).trustMaterial()
    expect(after.ca).toBe(first.trustMaterial().ca)
    expect(after.tsa).not.toBe(first.trustMaterial().tsa)
    expect(readFileSync(join(keys, 'archive/0001/tsa.cert.pem'), 'utf8')).toBe(first.trustMaterial().tsa)
  })

  it('leaves a running service with its keys while what lies on the disk is broken', async () => {
    await hold()
    const running = await open()
    const signer = await stampSigner(running)
    mkdirSync(join(home, 'keys/sets/0002.new'))
    await running.refresh()
    const list = join(home, 'keys/active/crl.pem')
    const whole = readFileSync(list, 'utf8')
    writeFileSync(list, whole.slice(0, 200))
    await expect(running.refresh()).rejects.toThrow()
    expect(await stampSigner(running)).toBe(signer)
    writeFileSync(list, whole)
    await running.refresh()
    await renew()
    await running.refresh()
    expect(await stampSigner(running)).not.toBe(signer)
  })

  it('goes on with the new set when the switch was cut short before or after the link', async () => {
    await hold()
    const keys = join(home, 'keys')
    rmSync(join(keys, 'active'))
    await (await open()).ready()
    await renew()
    expect(serialIn((await open()).trustMaterial().tsa)).toBe(
      serialIn(readFileSync(join(keys, 'sets/0002/tsa.cert.pem'), 'utf8')),
    )
  })

  it('survives being killed at any point, and the next renewal tidies up', async () => {
    await hold()
    const keys = join(home, 'keys')
    const program = `const { renewKeys } = await import(${JSON.stringify(join(import.meta.dirname, '../../server/trust/keys/ceremony.ts'))})
      for (;;) await renewKeys({ ...${JSON.stringify(ceremony())}, now: new Date(${clock.at.getTime()}) })`
    for (const events of [1, 3, 8, 14, 19, 23, 26, 29, 33]) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' })
      let seen = 0
      const watcher = watch(keys, { recursive: true }, () => void (++seen === events && child.kill('SIGKILL')))
      await once(child, 'exit')
      watcher.close()
      const authority = await open()
      await authority.ready()
      expect(await stampSigner(authority)).toBe(serialIn(authority.trustMaterial().tsa))
    }
    await renew()
    const left = readdirSync(join(keys, 'sets'), { recursive: true }).map(String)
    expect(left.filter((f) => f.endsWith('.key.pem'))).toHaveLength(3)
    expect(left.filter((f) => f.endsWith('.new'))).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)('gives what root makes to the user whose folder it is', async () => {
    mkdirSync(join(home, 'keys'))
    chownSync(join(home, 'keys'), 1, 1)
    await hold()
    await renew()
    const all = readdirSync(join(home, 'keys'), { recursive: true }).map((f) =>
      lstatSync(join(home, 'keys', String(f))),
    )
    expect(all.length).toBeGreaterThan(10)
    expect(new Set(all.map((s) => `${s.uid}:${s.gid}`))).toEqual(new Set(['1:1']))
  })

  it('never lets a key sign under another’s certificate while keys change under load', async () => {
    await hold()
    const running = await open()
    const root = readPem(running.trustMaterial().ca)
    const seen = new Set<bigint>()
    let renewing = true
    const renewals = (async () => {
      for (let i = 0; i < 3; i++) {
        await renew()
        await running.refresh()
      }
      renewing = false
    })()
    const data = Buffer.from('data')
    while (renewing) {
      const { token } = await running.stamp(await digest('SHA-256', data))
      seen.add((await verifyToken(token, data, root)).signer.serial)
    }
    await renewals
    expect(seen.size).toBeGreaterThan(1)
  })
})

describe('evidence that was stamped before a renewal and packed after it', () => {
  async function packedAcross() {
    await hold()
    const authority = await open()
    const sample = await makeSample(authority, statementFor(smallContents))
    const before = authority.trustMaterial()
    clock.at = new Date('2027-02-10T00:00:00Z')
    await renew()
    await authority.refresh()
    return { sample, before, authority }
  }

  it('keeps its time and verifies, by our verifier and by the script in the package', async () => {
    const { sample } = await packedAcross()
    const { bytes } = await writeSample(sample, smallContents)
    const report = await verifyPackage(blobOf(bytes), { anchors: [sample.authority.trustMaterial().ca] })
    expect(report.facts.filter((f) => f.status !== 'proven')).toEqual([])
    expect(report.facts.find((f) => f.code === 'fixed-in-time')?.time).toBe('2026-03-01T10:00:00.000Z')
    if (requireTool('openssl')) expect((await runScript(bytes)).text).toContain('Result: valid')
  })

  it('verifies where the first key was revoked later than it stamped, and fails where it was revoked before', async () => {
    const { sample, before, authority } = await packedAcross()
    const revoke = (at: string) =>
      revokeKey({ ...ceremony(), serial: hex(serialIn(before.tsa)), reason: 'superseded', at: new Date(at) })
    const pack = async () => {
      await authority.refresh()
      const { bytes } = await writeSample(sample, smallContents)
      return {
        verdict: (await verifyPackage(blobOf(bytes))).verdict,
        script: requireTool('openssl') ? (await runScript(bytes)).ok : undefined,
      }
    }
    const copy = readFileSync(join(home, 'keys/active/crl.pem'), 'utf8')
    await revoke('2026-06-01T00:00:00Z')
    expect(await pack()).toEqual({ verdict: 'valid', script: true })
    writeFileSync(join(home, 'keys/active/crl.pem'), copy)
    writeFileSync(join(home, 'offline/crl.pem'), copy)
    await revoke('2026-03-01T09:00:00Z')
    expect(await pack()).toEqual({ verdict: 'invalid', script: false })
  })

  async function runScript(bytes: Uint8Array) {
    const dir = temporary()
    for (const [path, content] of await entriesOf(new Uint8Array(bytes))) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), content)
    }
    return runTool('sh', ['verify.sh'], dir)
  }
})
