import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { spawnSync } from 'node:child_process'
import type { VerificationReport } from '../../proof/report.ts'
import { localAuthority, makeSample, smallContents, statementFor, temporary, writeSample } from './sample.ts'

const dir = temporary()
const file = (name: string) => join(dir, name)
const program = join(import.meta.dirname, '../../server/bin/verify.ts')

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

beforeAll(async () => {
  const sample = await makeSample(await localAuthority(), statementFor(smallContents))
  const { bytes } = await writeSample(sample, smallContents)
  writeFileSync(file('good.asice'), bytes)
  writeFileSync(file('certificate.pdf'), sample.pdf)
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
    for (const args of [[], [file('nowhere')], [file('good.asice'), '--trust', file('good.asice')], ['--bogus']]) expect(run(...args).status).toBe(2)
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
