import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { parseTransaction } from 'viem/utils'
import { afterAll, describe, expect, it } from 'vitest'
import { anchorSettings } from '../../../server/trust/anchors/anchors.settings.ts'
import { toHex } from '../../../proof/bytes.ts'
import { readConfig } from '../../../server/app/read-config.ts'
import { ConfigError } from '../../../server/kit/settings/config.ts'
import { ChainError } from '../../../server/trust/anchors/adapter.ts'
import { encodeTransaction, NodeTransaction } from '../../../server/trust/anchors/evm-encode.ts'
import { readChainKey } from '../../../server/trust/anchors/key-file.ts'
import { anchorsEnv } from '../../kit/outside/anchors-env.ts'

const dir = mkdtempSync(join(tmpdir(), 'skz-keys-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const made: { remove(): void }[] = []
afterAll(() => made.forEach((m) => m.remove()))
function read(chain: object, file: object = {}, more: Record<string, string> = {}) {
  const settings = anchorsEnv(chain, file)
  made.push(settings)
  return anchorSettings.of(readConfig({ ...settings.env, ...more }))
}
const production = { SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com' }

describe('the settings file', () => {
  it('names chains, with what is not said as usual', () => {
    expect(read({})).toMatchObject({
      everySeconds: 600,
      chains: [{ id: 31_337, mode: 'evm', bumpSeconds: 180, giveUpSeconds: 86_400, allowPrivate: [] }],
    })
    expect(anchorSettings.of(readConfig({}))).toBeUndefined()
  })

  it.each([
    ['an unknown kind', { mode: 'fabric' }, {}, 'chains.0.mode'],
    ['an unknown word', { rpcs: [] }, {}, 'rpcs'],
    ['no node', { rpc: [] }, {}, 'chains.0.rpc'],
    ['another protocol', { rpc: ['ws://127.0.0.1'] }, {}, 'chains.0.rpc.0'],
    ['no confirmations', { confirmations: 0 }, {}, 'chains.0.confirmations'],
    ['no limit', { maxFeeGwei: 0 }, {}, 'chains.0.maxFeeGwei'],
    ['an explorer without a place', { explorer: 'https://e.example/' }, {}, 'chains.0.explorer'],
    ['a script for an explorer', { explorer: 'javascript:alert({tx})' }, {}, 'chains.0.explorer'],
    ['a range that is none', { allowPrivate: ['10.0.0.0/99'] }, {}, 'chains.0.allowPrivate.0'],
    ['no chain', {}, { chains: [] }, 'chains'],
    ['a breath', {}, { everySeconds: 0 }, 'everySeconds'],
  ])('with %s is refused by name', (_, chain, file, named) => {
    expect(() => read(chain, file)).toThrow(ConfigError)
    expect(() => read(chain, file)).toThrow(named)
  })

  it('in production asks nodes by https, but those on networks of its own', () => {
    expect(() => read({ rpc: ['http://node.example.com'] }, {}, production)).toThrow('must be https')
    expect(read({ rpc: ['https://node.example.com'] }, {}, production)).toBeDefined()
    expect(read({ rpc: ['http://10.1.2.3:8545'], allowPrivate: ['10.1.0.0/16'] }, {}, production)).toBeDefined()
    expect(() => read({ rpc: ['http://10.2.2.3:8545'], allowPrivate: ['10.1.0.0/16'] }, {}, production)).toThrow(
      'must be https',
    )
  })

  it('in production is its owner’s alone', () => {
    const settings = anchorsEnv({ rpc: ['https://node.example.com'] })
    made.push(settings)
    chmodSync(settings.env.SHIMAKAZE_ANCHORS, 0o644)
    expect(() => readConfig({ ...settings.env, ...production })).toThrow('chmod 600')
  })
})

/** Published: with the format, under the password “testpassword”, and among a wallet’s own tests, under none. */
const secret = '7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d'
const sealed = {
  pbkdf2: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: '6087dab2f9fdbbfaddc31a909735c1e6' },
    ciphertext: '5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46',
    kdf: 'pbkdf2',
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: 'hmac-sha256',
      salt: 'ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd',
    },
    mac: '517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2',
  },
  scrypt: {
    cipher: 'aes-128-ctr',
    cipherparams: { iv: 'dc4926b48a105133d2f16b96833abf1e' },
    ciphertext: 'b87781948a1befd247bff51ef4063f716cf6c2d3481163e9a8f42e1f9bb74145',
    kdf: 'scrypt',
    kdfparams: {
      dklen: 32,
      n: 2,
      p: 1,
      r: 8,
      salt: '004244bbdc51cadda545b1cfa43cff9ed2ae88e08c61f1479dbb45410722f8f0',
    },
    mac: '39990c1684557447940d4c69e06b1b82b2aceacb43f284df65c956daf3046b85',
  },
}

let files = 0
function file(text: string, mode = 0o600) {
  const path = join(dir, String(++files))
  writeFileSync(path, text, { mode })
  return path
}
const refused = (of: Parameters<typeof readChainKey>[0]) =>
  readChainKey(of).then(
    () => 'read',
    (e: unknown) => (e instanceof ChainError ? `${e.code} ${e.message}` : Promise.reject(e as Error)),
  )

describe('the key', () => {
  it('is read in hexadecimal or from a keystore', async () => {
    const passphraseFile = file('testpassword\n')
    for (const text of [secret, `0x${secret.toUpperCase()}\n`])
      expect(await readChainKey({ keyFile: file(text) })).toBe(`0x${secret}`)
    for (const name of ['crypto', 'Crypto'])
      expect(
        await readChainKey({
          keyFile: file(JSON.stringify({ version: 3, id: 'x', [name]: sealed.pbkdf2 })),
          passphraseFile,
        }),
      ).toBe(`0x${secret}`)
    const key = await readChainKey({
      keyFile: file(JSON.stringify({ version: 3, crypto: sealed.scrypt })),
      passphraseFile: file('\n'),
    })
    expect(privateKeyToAccount(key).address.toLowerCase()).toBe('0x45dea0fb0bba44f4fcf290bba71fd57d7117cbb8')
  })

  it('that others may read, is missing, sealed without a passphrase, or damaged is refused by name, and never told', async () => {
    const [good, wrong, keystore] = [
      file('testpassword'),
      file('another'),
      JSON.stringify({ version: 3, crypto: sealed.pbkdf2 }),
    ]
    expect(await refused({ keyFile: file(secret, 0o640) })).toContain('chmod 600')
    expect(await refused({ keyFile: join(dir, 'absent') })).toContain('ENOENT')
    expect(await refused({ keyFile: file(keystore) })).toContain('passphraseFile')
    expect(await refused({ keyFile: file(keystore), passphraseFile: wrong })).toContain('does not open')
    expect(await refused({ keyFile: file(keystore), passphraseFile: file('testpassword', 0o644) })).toContain(
      'chmod 600',
    )
    const scrypt = JSON.stringify({ version: 3, crypto: sealed.scrypt })
    expect(await refused({ keyFile: file(scrypt.replace('"n":2', '"n":3')), passphraseFile: good })).toContain('scrypt')
    for (const text of [
      '',
      'x',
      secret.slice(1),
      '{}',
      'null',
      '7',
      keystore.replace('"version":3', '"version":4'),
      keystore.replace('262144', '262144000'),
      keystore.replace('aes-128-ctr', 'none'),
    ]) {
      const said = await refused({ keyFile: file(text), passphraseFile: good })
      expect(said).toContain('neither')
      expect(said).not.toContain(secret.slice(1, 20))
    }
  })
})

/** Of a chain's own examples: signed here, told as a node tells them. */
describe('transactions of others', () => {
  const account = privateKeyToAccount(`0x${secret}`)
  const shared = { chainId: 1, nonce: 7, gas: 21_000n, to: account.address, value: 5n, data: '0x1234' } as const
  const market = {
    ...shared,
    maxFeePerGas: 9n,
    maxPriorityFeePerGas: 1n,
    accessList: [{ address: account.address, storageKeys: [`0x${'11'.repeat(32)}`] }],
  } as const
  it.each(['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const)(
    'of the kind %s are put together as viem does',
    async (kind) => {
      const signed = {
        legacy: () => account.signTransaction({ type: 'legacy', ...shared, gasPrice: 9n }),
        eip2930: () =>
          account.signTransaction({ type: 'eip2930', ...shared, gasPrice: 9n, accessList: market.accessList }),
        eip1559: () => account.signTransaction({ type: 'eip1559', ...market }),
        eip4844: () =>
          account.signTransaction({
            type: 'eip4844',
            ...market,
            maxFeePerBlobGas: 3n,
            blobVersionedHashes: [`0x01${'22'.repeat(31)}`],
          }),
        eip7702: async () =>
          account.signTransaction({
            type: 'eip7702',
            ...market,
            authorizationList: [await account.signAuthorization({ chainId: 1, address: account.address, nonce: 8 })],
          }),
      }
      const raw = await signed[kind]()
      const parsed = parseTransaction(raw) as unknown as Record<string, unknown>
      const number = (n: unknown) => (n === undefined ? undefined : `0x${BigInt(n as bigint).toString(16)}`)
      const told = Object.fromEntries(
        Object.entries(parsed).map(([name, value]) => [
          name === 'data' ? 'input' : name,
          typeof value === 'bigint' || typeof value === 'number' ? number(value) : value,
        ]),
      )
      const types = { legacy: '0x0', eip2930: '0x1', eip1559: '0x2', eip4844: '0x3', eip7702: '0x4' }
      const list = (
        parsed['authorizationList'] as { chainId: number; nonce: number; yParity: number }[] | undefined
      )?.map((a) => ({ ...a, chainId: number(a.chainId), nonce: number(a.nonce), yParity: number(a.yParity) }))
      const known = NodeTransaction.parse({
        ...told,
        type: types[kind],
        hash: `0x${'00'.repeat(32)}`,
        ...(list ? { authorizationList: list } : {}),
      })
      expect(`0x${toHex(encodeTransaction(known)!)}`).toBe(raw)
    },
  )

  it('of kinds to come are asked for in raw form', () => {
    const known = NodeTransaction.parse({
      hash: `0x${'00'.repeat(32)}`,
      type: '0x7e',
      nonce: '0x0',
      gas: '0x0',
      value: '0x0',
      input: '0x',
      r: '0x0',
      s: '0x0',
    })
    expect(encodeTransaction(known)).toBeUndefined()
  })
})
