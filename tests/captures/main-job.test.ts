import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FixtureSite, startFixtureSite } from '../kit/fixture-site/start.ts'
import { readZip } from './reading/read-zip.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { programEnvironment } from '../kit/outside/program-environment.ts'

// The main job as a user runs it: one command, a package and a certificate, checked with tools that are not ours.
const root = join(import.meta.dirname, '../..')
let site: FixtureSite
let dir: string
let out: string
let unpacked: string
let number: string

interface Ran {
  code: number
  stdout: string
  stderr: string
}

function capture(...args: string[]): Promise<Ran> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [join(root, 'server/bin/capture.ts'), ...args],
      {
        env: { ...programEnvironment(), SHIMAKAZE_DATA: join(dir, 'data'), CI: process.env['CI'] },
        encoding: 'utf8',
      },
      (error, stdout, stderr) => done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

let first: Ran
beforeAll(async () => {
  site = await startFixtureSite()
  dir = await mkdtemp(join(tmpdir(), 'skz-main-'))
  out = join(dir, 'out')
  first = await capture(site.url, '--out', out, '--lang', 'en', '--allow-private', '127.0.0.0/8')
  const name = (await readdir(out).catch(() => [])).find((n) => n.endsWith('.asice')) ?? ''
  number = name.replace('.asice', '')
  unpacked = await mkdtemp(join(dir, 'unpacked-'))
  for (const [path, bytes] of readZip(await readFile(join(out, name)))) {
    await mkdir(dirname(join(unpacked, path)), { recursive: true })
    await writeFile(join(unpacked, path), bytes)
  }
}, 240_000)
afterAll(async () => {
  await site.close()
  await rm(dir, { recursive: true, force: true })
})

const inside = (path: string) => join(unpacked, path)

describe('npm run capture', () => {
  it('exits 0 with a package and a certificate, having told each step and what was proven by whom', async () => {
    expect(first.stderr).toContain('100 %  Collected')
    expect(first).toMatchObject({ code: 0 })
    expect(number).toMatch(/^\d{18}$/)
    expect((await readdir(out)).sort()).toEqual([`${number}.asice`, `${number}.pdf`])
    expect(first.stdout).toContain('==> Valid')
    expect(first.stdout).toMatch(/depends on the platform/)
    expect(first.stdout).toMatch(/anyone can recompute it/)
  })

  it('holds everything that a web capture must', async () => {
    const statement = JSON.parse(await readFile(inside('evidence.json'), 'utf8')) as {
      number: string
      files: { path: string }[]
      owner: { identity: string }
      clock: { source: string }
      capture: { title: string }
    }
    expect(statement).toMatchObject({ number, owner: { identity: 'not-verified' }, clock: { source: 'os-unverified' } })
    const paths = statement.files.map((f) => f.path)
    for (const name of [
      'archive.wacz',
      'page.pdf',
      'page.mhtml',
      'dom.html',
      'page.txt',
      'requests.jsonl',
      'redirects.json',
      'dns.json',
      'connections.jsonl',
      'environment.json',
      'operations.jsonl',
      'screenshot/tile-0001.png',
    ]) {
      expect(paths).toContain(`data/${name}`)
    }
    expect(statement.capture.title).toMatch(/\p{Script=Han}/u)
  })

  it('refuses a private address without leave, says how to give it, and writes nothing', async () => {
    const elsewhere = join(dir, 'refused')
    const ran = await capture(site.url, '--out', elsewhere, '--lang', 'en')
    expect(ran.code).toBe(1)
    expect(ran.stderr).toContain('--allow-private 127.0.0.0/8')
    await expect(readdir(elsewhere)).rejects.toThrow()
  })

  it('tells how it is used when called wrongly', async () => {
    expect(await capture()).toMatchObject({ code: 2 })
    expect((await capture('--nonsense')).stderr).toContain('npm run capture -- <url>')
  })
})

describe('a stranger, with common tools alone', () => {
  it.runIf(requireTool('openssl'))('runs verify.sh', () => {
    const ran = spawnSync('sh', ['verify.sh'], { cwd: unpacked, encoding: 'utf8' })
    expect({ status: ran.status, text: ran.stdout }).toMatchObject({
      status: 0,
      text: expect.stringContaining('Result: valid') as string,
    })
  })

  it.runIf(requireTool('openssl'))('checks the time-stamp with openssl ts', () => {
    const ran = runTool('openssl', [
      'ts',
      '-verify',
      '-token_in',
      '-in',
      inside('META-INF/timestamp001.tst'),
      '-data',
      inside('META-INF/ASiCManifest001.xml'),
      '-CAfile',
      inside('trust/ca.pem'),
    ])
    expect(ran.text).toContain('Verification: OK')
  })

  it.runIf(requireTool('openssl'))('checks the seal with openssl cms', () => {
    const ran = runTool('openssl', [
      'cms',
      '-verify',
      '-binary',
      '-inform',
      'DER',
      '-in',
      inside('META-INF/signature001.p7s'),
      '-content',
      inside('META-INF/ASiCManifest002.xml'),
      '-CAfile',
      inside('trust/ca.pem'),
      '-purpose',
      'any',
      '-out',
      '/dev/null',
    ])
    expect(ran.text).toMatch(/successful/i)
  })

  it.runIf(requireTool('pdfsig'))('checks the certificate with pdfsig, trusting the platform’s root', async () => {
    const nss = await mkdtemp(join(dir, 'nss-'))
    if (requireTool('certutil')) {
      runTool('certutil', ['-N', '-d', `sql:${nss}`, '--empty-password'])
      runTool('certutil', ['-A', '-d', `sql:${nss}`, '-n', 'root', '-t', 'CT,C,C', '-i', inside('trust/ca.pem')])
    }
    const { text } = runTool('pdfsig', ['-nssdir', nss, join(out, `${number}.pdf`)])
    expect(text).toContain('Signature is Valid')
    expect(text).toContain('Total document signed')
    expect(text).toContain('Certificate is Trusted')
  })

  it.runIf(requireTool('openssl'))('is warned by verify.sh when a byte of an original changes', async () => {
    const path = inside('data/page.txt')
    const original = await readFile(path)
    await writeFile(path, Buffer.concat([Buffer.from([original[0]! ^ 1]), original.subarray(1)]))
    expect(spawnSync('sh', ['verify.sh'], { cwd: unpacked }).status).toBe(1)
    await writeFile(path, original)
  })
})
