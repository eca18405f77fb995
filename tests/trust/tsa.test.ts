import 'reflect-metadata'
import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RFC3161Timestamp } from '@sigstore/core'
import { ContentInfo, SignedData, setEngine, CryptoEngine, Certificate } from 'pkijs'
import { beforeAll, describe, expect, it } from 'vitest'
import { utf8 } from '../../proof/bytes.ts'
import { readDer } from '../../proof/formats/der.ts'
import { digest } from '../../proof/signatures/signature.ts'
import { readToken, verifyToken } from '../../proof/formats/tsp.ts'
import { readPem } from '../../proof/formats/x509.ts'
import { openAuthority, type Authority } from '../../server/trust/keys/authority.service.ts'
import { openClock } from '../../server/trust/clock.service.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { fixedClock, localAuthority, temporary } from './sample.ts'

const data = utf8('what is stamped')
const dir = temporary()
const file = (name: string) => join(dir, name)
let authority: Authority
let roots: ReturnType<typeof readPem>

beforeAll(async () => {
  authority = await localAuthority()
  roots = readPem(authority.trustMaterial().ca)
  writeFileSync(file('ca.pem'), authority.trustMaterial().ca)
  writeFileSync(file('data'), data)
})

const stampData = async () => (await authority.stamp(await digest('SHA-256', data))).token

describe('the time-stamp authority', () => {
  it('makes tokens that our verifier accepts, each with its own serial number', async () => {
    const [one, two] = [await verifyToken(await stampData(), data, roots), await readToken(await stampData())]
    expect(one.serial).not.toBe(two.stamp.serial)
    expect(one).toMatchObject({ accuracySeconds: 1, policy: expect.stringMatching(/^2\.25\.\d+$/) as string })
    await expect(verifyToken(await stampData(), utf8('other data'), roots)).rejects.toThrow('imprint-differs')
  })

  it.runIf(requireTool('openssl'))('makes tokens that openssl accepts, and refuses for other data', async () => {
    writeFileSync(file('token.tst'), await stampData())
    writeFileSync(file('other'), 'other')
    const verify = (name: string) =>
      runTool('openssl', [
        'ts',
        '-verify',
        '-token_in',
        '-in',
        file('token.tst'),
        '-data',
        file(name),
        '-CAfile',
        file('ca.pem'),
      ])
    expect(verify('data').text).toContain('Verification: OK')
    expect(verify('other').ok).toBe(false)
  })

  it.runIf(requireTool('openssl'))('answers a query made by openssl, nonce included', async () => {
    for (const hash of ['-sha256', '-sha384', '-sha512']) {
      runTool('openssl', ['ts', '-query', '-data', file('data'), hash, '-cert', '-out', file('query.tsq')])
      writeFileSync(file('reply.tsr'), await authority.answer(readFileSync(file('query.tsq'))))
      const outcome = runTool('openssl', [
        'ts',
        '-verify',
        '-queryfile',
        file('query.tsq'),
        '-in',
        file('reply.tsr'),
        '-CAfile',
        file('ca.pem'),
      ])
      expect(outcome.text).toContain('Verification: OK')
    }
  })

  it.runIf(requireTool('openssl'))('rejects what it cannot stamp with the proper failure', async () => {
    const reply = async (query: Uint8Array) => {
      writeFileSync(file('bad.tsr'), await authority.answer(query))
      return runTool('openssl', ['ts', '-reply', '-in', file('bad.tsr'), '-text']).text
    }
    runTool('openssl', ['ts', '-query', '-data', file('data'), '-sha1', '-out', file('sha1.tsq')])
    expect(await reply(readFileSync(file('sha1.tsq')))).toContain('unrecognized or unsupported algorithm')
    runTool('openssl', ['ts', '-query', '-data', file('data'), '-tspolicy', '1.2.3.4', '-out', file('policy.tsq')])
    expect(await reply(readFileSync(file('policy.tsq')))).toContain('policy is not supported')
    expect(await reply(utf8('nonsense'))).toContain('not permitted or supported')
  })

  it('is verified by pkijs, chain included', async () => {
    setEngine('node', new CryptoEngine({ name: 'node', crypto: globalThis.crypto }))
    const signed = new SignedData({ schema: ContentInfo.fromBER(await stampData()).content })
    const outcome = await signed.verify({
      signer: 0,
      data: data.buffer,
      trustedCerts: [Certificate.fromBER(roots[0]!.raw)],
      checkChain: false,
    })
    expect(outcome).toBe(true)
  })

  it.runIf(requireTool('openssl'))(
    'answers what @sigstore/core verifies, for these data and by this key alone',
    async () => {
      runTool('openssl', ['ts', '-query', '-data', file('data'), '-sha256', '-cert', '-out', file('query.tsq')])
      const answer = Buffer.from(new Uint8Array(await authority.answer(readFileSync(file('query.tsq')))))
      const stamp = RFC3161Timestamp.parse(answer)
      const [key, other] = [authority, await localAuthority()].map((a) => createPublicKey(a.trustMaterial().tsa))
      expect(() => stamp.verify(Buffer.from(data), key!)).not.toThrow()
      expect(Math.abs(stamp.signingTime.getTime() - Date.now())).toBeLessThan(60_000)
      expect(() => stamp.verify(Buffer.from('other data'), key!)).toThrow()
      expect(() => stamp.verify(Buffer.from(data), other!)).toThrow()
      const changed = Buffer.from(answer)
      changed[changed.length - 5]! ^= 1
      expect(() => RFC3161Timestamp.parse(changed).verify(Buffer.from(data), key!)).toThrow()
    },
  )

  it('refuses a token of another root, and one signed by the wrong kind of key', async () => {
    const other = await localAuthority()
    await expect(verifyToken(await stampData(), data, readPem(other.trustMaterial().ca))).rejects.toThrow(
      'chain-untrusted',
    )
    await expect(verifyToken(await authority.signDetached(data), data, roots)).rejects.toThrow('not-a-time-stamp')
  })

  it('takes no token with any one byte changed', async () => {
    const token = await stampData()
    for (let i = 0; i < token.length; i++) {
      const changed = new Uint8Array(token)
      changed[i]! ^= 1
      await expect(verifyToken(changed, data, roots), `byte ${i}`).rejects.toThrow()
    }
  })
})

describe('the authority of a platform', () => {
  it('keeps its root when opened again, and its files from others', async () => {
    const where = temporary()
    const first = await localAuthority(where)
    expect((await localAuthority(where)).trustMaterial()).toEqual(first.trustMaterial())
    runTool('chmod', ['644', join(where, 'passphrase')])
    await expect(localAuthority(where)).rejects.toMatchObject({ code: 'key-too-open' })
  })

  it('keeps no key in the clear', async () => {
    const where = temporary()
    await localAuthority(where)
    for (const name of ['active/tsa.key.pem', 'active/seal.key.pem', 'offline/root.key.pem']) {
      expect(readFileSync(join(where, name), 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY')
    }
  })

  it('marks local roots as such', () => {
    expect(roots[0]!.commonName).toContain('NOT FOR PRODUCTION / 本地测试')
  })

  it('does not make its own keys in production', async () => {
    await expect(openAuthority({ dir: temporary(), mode: 'production', platformName: 'x' })).rejects.toMatchObject({
      code: 'keys-missing',
    })
  })

  it('refuses to stamp in production while nothing vouches for the clock', async () => {
    const where = temporary()
    await localAuthority(where)
    const open = (answers: Record<string, string>) =>
      openAuthority({
        dir: where,
        mode: 'production',
        platformName: 'x',
        clock: openClock({ mode: 'production', ask: (p) => Promise.resolve(answers[p]) }),
      })
    const lost = await open({})
    await expect(lost.ready()).rejects.toMatchObject({ code: 'clock-unproven' })
    await expect(lost.stamp(new Uint8Array(32))).rejects.toMatchObject({ code: 'clock-unproven' })
    const chrony = 'System time     : 0.000021 seconds fast of NTP time\nLeap status     : Normal\n'
    await (await open({ chronyc: chrony })).ready()
    await expect((await open({ chronyc: chrony.replace('0.000021', '2.5') })).ready()).rejects.toMatchObject({
      code: 'clock-unproven',
    })
    expect((await (await open({ timedatectl: 'yes\n' })).clock()).source).toBe('systemd-timesync')
  })

  it('stops signing with a key whose year is over, though its certificate lives on', async () => {
    const where = temporary()
    await localAuthority(where, fixedClock('2026-01-01T00:00:00Z'))
    const later = await localAuthority(where, fixedClock('2027-01-02T00:00:00Z'))
    await expect(later.ready()).rejects.toMatchObject({ code: 'key-retired' })
    await expect(later.stamp(new Uint8Array(32))).rejects.toMatchObject({ code: 'key-retired' })
  })

  it.runIf(requireTool('openssl'))('issues certificates and a revocation list that openssl accepts', async () => {
    const trust = authority.trustMaterial()
    for (const [name, text] of Object.entries({ 'tsa.pem': trust.tsa, 'seal.pem': trust.seal, 'crl.pem': trust.crl }))
      writeFileSync(file(name), text)
    const verify = (name: string, purpose: string) =>
      runTool('openssl', [
        'verify',
        '-CAfile',
        file('ca.pem'),
        '-CRLfile',
        file('crl.pem'),
        '-crl_check',
        '-x509_strict',
        '-purpose',
        purpose,
        file(name),
      ])
    expect(verify('tsa.pem', 'timestampsign').text).toContain('OK')
    expect(verify('seal.pem', 'smimesign').text).toContain('OK')
    expect(verify('seal.pem', 'timestampsign').ok).toBe(false)
    expect(() => readDer(roots[0]!.raw)).not.toThrow()
  })
})
