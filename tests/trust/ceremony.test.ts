import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../kit/outside/programs.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { temporary } from './sample.ts'

const home = temporary()
const at = (name: string) => join(home, name)
const secrets = ['--passphrase-file', at('keys.secret'), '--root-passphrase-file', at('root.secret')]
const folders = ['--keys', at('keys'), '--offline', at('offline')]
const run = (...args: string[]) => runProgram('ceremony', [...args, '--lang', 'en'])
const serialOf = (text: string, key: string) =>
  new RegExp(`${key}: [^\\n]+\\n +Serial number +([0-9A-F]+)`).exec(text)?.[1] ?? ''

function secret(name: string, text: string) {
  writeFileSync(at(name), text, { mode: 0o600 })
}

beforeAll(() => {
  secret('keys.secret', 'correct horse battery staple\n')
  secret('root.secret', 'another horse of two riders\n')
})

describe('npm run ceremony', () => {
  let made = ''

  it('makes no keys under a weak, a shared or an open passphrase', async () => {
    secret('weak.secret', 'aaaaaaaaaaaaaaaaaaaaaaaaa\n')
    const create = (keys: string, root: string) =>
      run('create', ...folders, '--name', 'Test', '--passphrase-file', at(keys), '--root-passphrase-file', at(root))
    expect(await create('weak.secret', 'root.secret')).toMatchObject({
      code: 1,
      text: expect.stringContaining('at least 16 characters') as string,
    })
    expect(await create('keys.secret', 'keys.secret')).toMatchObject({
      code: 1,
      text: expect.stringContaining('a passphrase of its own') as string,
    })
    chmodSync(at('weak.secret'), 0o644)
    expect(await create('weak.secret', 'root.secret')).toMatchObject({
      code: 1,
      text: expect.stringContaining('chmod 600') as string,
    })
    expect(await run('create', ...folders, '--name', 'Test')).toMatchObject({
      code: 1,
      text: expect.stringContaining('--passphrase-file') as string,
    })
    expect(readdirSync(home)).not.toContain('keys')
  })

  it('makes keys, and says the fingerprint in groups as openssl computes it', async () => {
    const outcome = await run('create', ...folders, '--name', '岛风', ...secrets)
    expect(outcome.code).toBe(0)
    made = outcome.text
    const groups = /Root: [\s\S]+?SHA-256 fingerprint\n((?: +(?:[0-9A-F]{4} ?){4}\n){4})/
      .exec(made)?.[1]
      ?.replace(/\s/g, '')
    expect(groups).toHaveLength(64)
    expect(made).not.toMatch(/horse/)
    if (!requireTool('openssl')) return
    expect(
      runTool('openssl', [
        'x509',
        '-in',
        at('keys/active/ca.pem'),
        '-noout',
        '-fingerprint',
        '-sha256',
      ]).text.replaceAll(':', ''),
    ).toContain(groups)
    expect(runTool('openssl', ['x509', '-in', at('keys/active/tsa.cert.pem'), '-noout', '-serial']).text).toContain(
      serialOf(made, 'Time-stamping key'),
    )
  })

  it('leaves the root key encrypted in the offline folder alone, with a record in both languages', () => {
    expect(readFileSync(at('offline/root.key.pem'), 'utf8')).toContain('BEGIN ENCRYPTED PRIVATE KEY')
    expect(
      readdirSync(at('keys'), { recursive: true })
        .map(String)
        .filter((f) => f.includes('root')),
    ).toEqual([])
    const name = readdirSync(at('offline')).find((f) => f.startsWith('record-'))!
    const record = readFileSync(at(`offline/${name}`), 'utf8')
    expect(record).toContain('密钥仪式记录')
    expect(record).toContain('Record of a key ceremony')
    expect(record).toContain(serialOf(made, 'Sealing key'))
  })

  it('overwrites nothing', async () => {
    expect(await run('create', ...folders, '--name', 'Test', ...secrets)).toMatchObject({
      code: 1,
      text: expect.stringContaining('Nothing was overwritten') as string,
    })
  })

  it('renews, revokes the former key and issues lists that openssl takes in rising order', async () => {
    const former = serialOf(made, 'Time-stamping key')
    const renewed = await run('renew', ...folders, ...secrets)
    expect(renewed).toMatchObject({ code: 0, text: expect.stringContaining('Former certificates') as string })
    expect(serialOf(renewed.text, 'Time-stamping key')).not.toBe(former)
    const revoke = (serial: string, ...more: string[]) =>
      run(
        'revoke',
        ...folders,
        '--serial',
        serial,
        '--reason',
        'keyCompromise',
        ...more,
        '--root-passphrase-file',
        at('root.secret'),
      )
    expect(await revoke('ABCDEF')).toMatchObject({
      code: 1,
      text: expect.stringContaining('No certificate with this serial') as string,
    })
    expect(await revoke(former, '--at', 'yesterday')).toMatchObject({ code: 1 })
    expect(await revoke(former)).toMatchObject({ code: 0 })
    expect(await run('crl', ...folders, '--root-passphrase-file', at('root.secret'))).toMatchObject({
      code: 0,
      text: expect.stringContaining('list number 4') as string,
    })
    const shown = await run('show', '--keys', at('keys'))
    expect(shown.text).toMatch(new RegExp(`${former}[\\s\\S]+REVOKED as of`))
    if (!requireTool('openssl')) return
    const list = runTool('openssl', [
      'crl',
      '-in',
      at('keys/active/crl.pem'),
      '-CAfile',
      at('keys/active/ca.pem'),
      '-noout',
      '-text',
      '-crlnumber',
    ])
    expect(list.text).toContain('verify OK')
    expect(list.text).toMatch(/crlNumber=0x0?4/i)
    expect(list.text).toContain(former)
    expect(list.text).toContain('Key Compromise')
  })

  it('says how it is used', async () => {
    for (const args of [[], ['nonsense'], ['renew'], ['show']])
      expect(await run(...args)).toMatchObject({
        code: 1,
        text: expect.stringContaining('Usage: npm run ceremony') as string,
      })
    expect(await run('show', '--passphrase', 'on the command line')).toMatchObject({ code: 2 })
  })
})
