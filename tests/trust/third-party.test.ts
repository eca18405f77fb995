import 'reflect-metadata'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Certificate, ContentInfo, CryptoEngine, SignedData, setEngine } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { utf8 } from '../../proof/bytes.ts'
import { booleanValue, integer, readDer, sequence } from '../../proof/formats/der.ts'
import { members } from '../../proof/formats/der-values.ts'
import { oids } from '../../proof/formats/oids.ts'
import { readToken, verifyToken } from '../../proof/formats/tsp.ts'
import { readPem } from '../../proof/formats/x509.ts'
import type { TimestampProvider } from '../../server/trust/stamps/timestamps.settings.ts'
import { askStamp } from '../../server/trust/stamps/ask-authority.service.ts'
import { queryFor } from '../../server/trust/stamps/query.ts'
import { loadActive } from '../../server/trust/keys/key-set.service.ts'
import { readSecret } from '../../server/trust/keys/key-provider.ts'
import { makeToken } from '../../server/trust/tsa.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import {
  openOpensslTsa,
  opensslPolicy,
  type OpensslTsa,
  startTsa,
  type Tsa,
  type TsaManner,
} from '../kit/vendors/tsa.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { fixedClock, localAuthority, temporary } from './sample.ts'

const data = utf8('what is stamped by others')
const dir = temporary()
let own: Authority
let ownDir: string
let ownTsa: Tsa
let ours: TimestampProvider

const providerOf = (tsa: Tsa, roots: string, more: Partial<TimestampProvider> = {}): TimestampProvider => ({
  id: 'one',
  name: 'One',
  url: tsa.url,
  roots,
  anchors: readPem(roots),
  hash: 'sha256',
  tolerance: 60,
  patience: 5,
  ...more,
})

beforeAll(async () => {
  ownDir = temporary()
  own = await localAuthority(ownDir)
  ownTsa = await startTsa((query) => own.answer(query))
  ours = providerOf(ownTsa, own.trustMaterial().ca)
})
afterAll(() => ownTsa.close())

const refusal = (provider: TimestampProvider) =>
  askStamp(provider, data, []).then(
    () => 'taken',
    (e: { code: string; detail: string }) => [e.code, e.detail].filter(Boolean).join(' '),
  )
const refusedFor = (manner: TsaManner, more: Partial<TimestampProvider> = {}) => {
  ownTsa.next.push(manner)
  return refusal({ ...ours, ...more })
}

/** The same query with one part of it replaced. */
function changed(query: Uint8Array, part: 'imprint' | 'nonce'): Uint8Array {
  const [version, imprint, nonce] = members(readDer(query))
  const other = queryFor(new Uint8Array(32).fill(7), undefined).der
  return sequence(
    version!.raw,
    part === 'imprint' ? members(readDer(other))[1]!.raw : imprint!.raw,
    part === 'nonce' ? integer(12345) : nonce!.raw,
    booleanValue(true),
  )
}

/** Signs whatever it is asked, by keys of the test's choosing. */
async function signing(
  where: string,
  { now, key = 'tsa' }: { now?: Date; key?: 'tsa' | 'seal' },
): Promise<(query: Uint8Array) => Promise<Uint8Array>> {
  const { keys, policy } = await loadActive(where, await readSecret(join(where, 'passphrase')))
  const stamper = {
    policy,
    now: () => now ?? new Date(),
    requireUsable: () => {},
    keys: {
      ...keys,
      info: () => keys.info(key),
      sign: (_: string, ...rest: [never, never]) => keys.sign(key, ...rest),
    } as typeof keys,
  }
  return async (query) => {
    const [, imprint, nonce] = members(readDer(query))
    return sequence(
      sequence(integer(0)),
      await makeToken(stamper, { imprint: imprint!.raw, nonce: nonce!.raw, withCertificates: true }),
    )
  }
}

describe('a token of another ceremony', () => {
  it('is taken, with what was asked in it', async () => {
    const { token, received, stamp } = await askStamp(ours, data, [])
    expect(stamp.authority).toContain('Time-stamping')
    expect(stamp.nonce!.toString(2).length).toBeGreaterThan(90)
    expect(Buffer.from(token).equals(Buffer.from(received))).toBe(true)
    expect(ownTsa.heads.at(-1)).toMatchObject({ 'content-type': 'application/timestamp-query' })
  })

  it.each<[string, TsaManner, string]>([
    ['nobody stays on the line', 'hang up', 'unreachable'],
    ['the answer is not 200', { status: 503 }, 'status 503'],
    ['it leads elsewhere', { status: 302, headers: { location: 'http://127.0.0.1/' } }, 'status 302'],
    [
      'the answer is of another type',
      { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>') },
      'content-type',
    ],
    ['the answer is garbage', { status: 200, body: Buffer.from('garbage') }, 'malformed'],
    ['the answer is empty', { status: 200 }, 'malformed'],
    ['the answer is huge', { status: 200, body: Buffer.alloc(3_000_000) }, 'too-large'],
    ['it was not granted', () => sequence(sequence(integer(2))), 'rejected 2'],
    ['it was granted without a token', () => sequence(sequence(integer(0))), 'malformed'],
    ['the nonce is another', (query) => own.answer(changed(query, 'nonce')), 'nonce-differs'],
    ['the imprint is another', (query) => own.answer(changed(query, 'imprint')), 'not-verified imprint-differs'],
    [
      'the signature is no time-stamp',
      async () => sequence(sequence(integer(0)), await own.signDetached(data)),
      'not-verified not-a-time-stamp',
    ],
    [
      'the key is for another purpose',
      async (query) => (await signing(ownDir, { key: 'seal' }))(query),
      'not-verified wrong-key-purpose',
    ],
    [
      'its clock is an hour late',
      async (query) => (await signing(ownDir, { now: new Date(Date.now() + 3_600_000) }))(query),
      'time-differs',
    ],
    [
      'its clock is an hour early',
      async (query) => (await signing(ownDir, { now: new Date(Date.now() - 3_600_000) }))(query),
      'not-verified certificate-not-valid-then',
    ],
  ])('is refused when %s', async (_, manner, code) => {
    expect((await refusedFor(manner)).replace(/ 3(599|600)$/, '')).toBe(code)
  })

  it('is refused when it comes again, or was made for somebody else', async () => {
    let kept: Uint8Array = new Uint8Array()
    await refusedFor(async (query) => (kept = await own.answer(query)))
    expect(await refusedFor(() => kept)).toBe('nonce-differs')
  })

  it('is refused when it takes too long, and nobody waits longer', async () => {
    const began = performance.now()
    expect(await refusedFor('hang', { patience: 0.3 })).toBe('timed-out')
    expect(performance.now() - began).toBeLessThan(3_000)
  })

  it('is refused by another root, another policy, an old certificate', async () => {
    expect(await refusal({ ...ours, anchors: readPem((await localAuthority()).trustMaterial().ca) })).toBe(
      'not-verified chain-untrusted',
    )
    expect(await refusal({ ...ours, policy: '1.2.3.4' })).toBe('rejected 2')
    const old = temporary()
    const aged = await localAuthority(old, fixedClock('2005-01-01T00:00:00Z'))
    expect(await refusedFor(await signing(old, {}), { anchors: readPem(aged.trustMaterial().ca) })).toBe(
      'not-verified certificate-not-valid-then',
    )
  })

  it('is refused when it names another policy than was asked for', async () => {
    const plain = await signing(ownDir, {})
    expect(
      await refusedFor(
        (query) => {
          const [version, imprint, , nonce] = members(readDer(query))
          return plain(sequence(version!.raw, imprint!.raw, nonce!.raw))
        },
        { policy: '1.2.3.4' },
      ),
    ).toContain('policy-differs')
  })

  it('tells a server that is not there', async () => {
    const gone = await startTsa((query) => own.answer(query))
    await gone.close()
    expect(await refusal({ ...ours, url: gone.url })).toBe('refused')
  })

  it('sends name and password, and heads, of the settings', async () => {
    await askStamp(
      { ...ours, user: 'shimakaze', password: 'secret of the tests', headers: { 'X-Api-Key': 'abc' } },
      data,
      [],
    )
    expect(ownTsa.heads.at(-1)).toMatchObject({
      'x-api-key': 'abc',
      authorization: `Basic ${Buffer.from('shimakaze:secret of the tests').toString('base64')}`,
    })
  })
})

describe.runIf(requireTool('openssl')).each([
  ['RSA-4096, an intermediate, SHA-512', { bits: 4096, digest: 'sha512', ess: 'sha256' }],
  ['RSA-2048, SHA-384, ESSCertID by SHA-1', { bits: 2048, digest: 'sha384', ess: 'sha1' }],
])('a token of openssl: %s', (_, kind) => {
  let openssl: OpensslTsa
  let tsa: Tsa
  let provider: TimestampProvider
  beforeAll(async () => {
    openssl = openOpensslTsa(kind)
    tsa = await startTsa(openssl.stamp)
    provider = providerOf(tsa, openssl.root, { policy: opensslPolicy })
  }, 120_000)
  afterAll(() => tsa.close())
  afterAll(() => openssl.remove())

  it('is taken, without its root and whatever else rides along, and openssl and pkijs accept both forms', async () => {
    const { token, received, stamp } = await askStamp(provider, data, [])
    expect(stamp).toMatchObject({ authority: 'Example TSA 1', policy: opensslPolicy, accuracySeconds: 1 })
    expect(stamp.anchor.commonName).toBe('Example Root')
    expect(received.length).toBeGreaterThan(token.length)
    expect((await readToken(token)).signed.others.map((c) => c.commonName)).toEqual(['Example Time CA'])
    const at = (name: string) => join(dir, name)
    writeFileSync(at('data'), data)
    writeFileSync(at('root.pem'), openssl.root)
    setEngine('node', new CryptoEngine({ name: 'node', crypto: globalThis.crypto }))
    for (const one of [token, received]) {
      writeFileSync(at('token.tst'), one)
      expect(
        runTool('openssl', [
          'ts',
          '-verify',
          '-token_in',
          '-in',
          at('token.tst'),
          '-data',
          at('data'),
          '-CAfile',
          at('root.pem'),
        ]).text,
      ).toContain('Verification: OK')
      const signed = new SignedData({ schema: ContentInfo.fromBER(one).content })
      expect(
        await signed.verify({
          signer: 0,
          data: data.buffer,
          trustedCerts: [Certificate.fromBER(provider.anchors[0]!.raw)],
          checkChain: false,
        }),
      ).toBe(true)
    }
    expect(
      (await readToken(token)).signed.signedAttributes.has(
        kind.ess === 'sha1' ? oids.signingCertificate : oids.signingCertificateV2,
      ),
    ).toBe(true)
  })

  it('is refused by the intermediate of somebody else, and with any one byte changed', async () => {
    const { token } = await askStamp(provider, data, [])
    const other = openOpensslTsa()
    onTestFinished(other.remove)
    await expect(verifyToken(token, data, readPem(other.root))).rejects.toMatchObject({
      code: 'chain-untrusted',
    })
    for (let i = 0; i < token.length; i += 3) {
      const bad = new Uint8Array(token)
      bad[i]! ^= 1 << (i % 8)
      await expect(verifyToken(bad, data, provider.anchors), `byte ${i}`).rejects.toThrow()
    }
  }, 60_000)

  it('is refused once its key is on the list that the operator keeps, and where no list is', async () => {
    writeFileSync(join(dir, 'none.pem'), own.trustMaterial().crl)
    expect(await refusal({ ...provider, crls: join(dir, 'none.pem') })).toBe('revocation-unknown Example TSA 1')
    expect(await refusal({ ...provider, crls: openssl.revoke() })).toBe('not-verified certificate-revoked')
  })
})
