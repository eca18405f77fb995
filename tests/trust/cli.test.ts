import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { spawnSync } from 'node:child_process'
import { createBuilder } from 'vite'
import type { VerificationReport } from '../../proof/report.ts'
import { localAuthority, makeSample, smallContents, statementFor, temporary, writeSample } from './sample.ts'

const dir = temporary()
const file = (name: string) => join(dir, name)
const root = join(import.meta.dirname, '../..')
const program = join(root, 'server/bin/verify.ts')

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

beforeAll(async () => {
  const sample = await makeSample(await localAuthority(), statementFor(smallContents))
  const { bytes } = await writeSample(sample, smallContents)
  writeFileSync(file('good.asice'), bytes)
  writeFileSync(file('certificate.pdf'), sample.pdf)
  writeFileSync(file('page.html'), smallContents['data/page.html']!)
  writeFileSync(file('garbage.asice'), 'garbage')
  writeFileSync(file('root.pem'), sample.authority.trustMaterial().ca)
  const bad = new Uint8Array(bytes)
  bad[Buffer.from(bytes).indexOf('sample</p>')]! ^= 1
  writeFileSync(file('bad.asice'), bad)
})

describe('verify', () => {
  it('answers 0 for a valid package, in plain words of either language', () => {
    const zh = run(file('good.asice'), '--trust', file('root.pem'), '--lang', 'zh')
    expect(zh).toMatchObject({ status: 0 })
    expect(zh.stdout).toContain('==> 核验通过')
    expect(run(file('good.asice'), '--lang', 'en').stdout).toContain('Compare it with the fingerprint')
  })

  it('answers 1 for an altered package and names the file', () => {
    const outcome = run(file('bad.asice'), '--lang', 'en')
    expect(outcome.status).toBe(1)
    expect(outcome.stdout).toContain('a file was altered: data/page.html')
  })

  it('answers 2 for a certificate without its evidence', () => {
    expect(run(file('certificate.pdf'), '--trust', dir).status).toBe(2)
  })

  it('answers 2 when it cannot do what was asked', () => {
    for (const args of [[], [file('nowhere')], [file('good.asice'), '--trust', file('good.asice')], ['--bogus']])
      expect(run(...args).status).toBe(2)
  })

  it('tells the digests of a file alone, and answers 2: it proves nothing by itself', () => {
    const outcome = run(file('page.html'), '--lang', 'en')
    expect(outcome.status).toBe(2)
    expect(outcome.stdout).toContain(createHash('sha256').update(smallContents['data/page.html']!).digest('hex'))
  })

  it('answers whether a file is an original of a package', () => {
    const good = run(file('page.html'), '--of', file('good.asice'), '--lang', 'en')
    expect(good).toMatchObject({ status: 0 })
    expect(good.stdout).toContain('data/page.html')
    const other = run(file('root.pem'), '--of', file('good.asice'), '--lang', 'en')
    expect(other.status).toBe(1)
    expect(other.stdout).toContain('the package holds no such file')
    // What the package would vouch for if it were whole.
    expect(run(file('page.html'), '--of', file('bad.asice')).status).toBe(1)
    expect(run(file('page.html'), '--of', file('nowhere')).status).toBe(2)
  })

  it('answers what had been proven by an instant', () => {
    expect(run(file('good.asice'), '--at', '2999-01-01').status).toBe(0)
    const before = run(file('good.asice'), '--at', '2001-01-01T00:00:00Z', '--lang', 'en')
    expect(before.status).toBe(2)
    expect(before.stdout).toContain('it came after the instant that was asked about')
    expect(run(file('bad.asice'), '--at', '2001-01-01').status).toBe(1)
    const wrong = run(file('good.asice'), '--at', 'yesterday', '--lang', 'en')
    expect([wrong.status, wrong.stderr]).toEqual([2, expect.stringContaining('No time: yesterday')])
  })

  it('says why a file is no package where its name says that it is one', () => {
    const outcome = run(file('garbage.asice'), '--lang', 'en')
    expect(outcome.status).toBe(1)
    expect(outcome.stdout).toContain('[x] The package is well formed')
  })

  it('comes to the same as one file that needs nothing beside it', async () => {
    const builder = await createBuilder({ configFile: join(root, 'vite.config.ts'), logLevel: 'silent' })
    const verifier = builder.environments['verifier']!
    verifier.config.build.outDir = file('built')
    await builder.build(verifier)
    const alone = (...args: string[]) =>
      spawnSync(process.execPath, [file('built/verify.mjs'), ...args], { encoding: 'utf8', cwd: dir })
    for (const name of ['good.asice', 'bad.asice', 'certificate.pdf', 'page.html', 'garbage.asice']) {
      for (const args of [['--json'], ['--lang', 'zh'], ['--lang', 'en', '--trust', file('root.pem')]]) {
        const [one, other] = [run(file(name), ...args), alone(file(name), ...args)]
        expect([other.status, other.stdout], `${name} ${args.join(' ')}`).toEqual([one.status, one.stdout])
      }
    }
  })

  it('gives the report as JSON', () => {
    const report = JSON.parse(run(file('good.asice'), '--json').stdout) as VerificationReport
    expect(report.verdict).toBe('valid')
    expect(report.facts.length).toBeGreaterThan(8)
  })

  it('has words in both languages for every fact', () => {
    for (const language of ['zh', 'en']) {
      const { stdout } = run(file('good.asice'), '--lang', language)
      expect(stdout).not.toMatch(/fact\.|dependsOn\.|status\.|reason\./)
    }
  })
})
