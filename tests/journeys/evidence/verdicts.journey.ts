import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { toHex, utf8 } from '../../../proof/bytes.ts'
import { anchorBytes } from '../../../proof/evm/anchor.ts'
import { anchorPaths } from '../../../proof/package/appended-entries.ts'
import { sampleRecord } from '../../trust/anchors/sample.ts'
import { byScript, bytesOf, deliver, fileOf } from '../../certificates/verifiers.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { verifyByFile } from '../../kit/browser/public-check.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'
import type { Visitor } from '../../kit/browser/browser.ts'
import {
  localAuthority,
  logSample,
  makeSample,
  smallContents,
  statementFor,
  temporary,
  writeSample,
  type Sample,
} from '../../trust/sample.ts'
import { buildZip, entriesOf, replaced, type Entry } from '../../trust/zip-builder.ts'

const { service } = inject('world')
const open = openVisitors(service)
const program = join(import.meta.dirname, '../../../dist/verifier/verify.mjs')

let sample: Sample
let entries: Entry[]
let block: string

beforeAll(async () => {
  sample = await makeSample(await localAuthority(), statementFor(smallContents))
  const { note, proof } = await logSample(sample, 40)
  const record = await sampleRecord(note, { chainId: 1, count: 40, index: 23 })
  block = `0x${toHex(record.blockHash)}`
  const paths = anchorPaths(1)
  const core = (await writeSample(sample, smallContents)).bytes
  entries = await entriesOf(
    await bytesOf(
      (
        await deliver(core, [
          { path: paths.record, bytes: anchorBytes(record) },
          { path: paths.proof, bytes: proof },
        ])
      ).open(),
    ),
  )
})

const flipped =
  (path: string, at = 0.5) =>
  (list: Entry[]) => {
    const bytes = new Uint8Array(list.find((e) => e[0] === path)![1])
    bytes[Math.floor(bytes.length * at)]! ^= 1
    return replaced(list, path, bytes)
  }
const fixtures: [string, (list: Entry[]) => Entry[], 'valid' | 'invalid'][] = [
  ['as it was sealed, with an anchor behind it', (l) => l, 'valid'],
  ['as it was sealed, before any anchor', (l) => l.filter((e) => !e[0].startsWith('anchors/')), 'valid'],
  ['an altered original', flipped('data/page.html'), 'invalid'],
  ['an altered statement', flipped('evidence.json'), 'invalid'],
  ['an altered time-stamp', flipped('META-INF/timestamp001.tst', 0.9), 'invalid'],
  ['an altered seal', flipped('META-INF/signature001.p7s', 0.9), 'invalid'],
  ['an altered proof of the log', flipped('log/evidence.tlog-proof', 0.4), 'invalid'],
  ['an altered record of a block', flipped('anchors/chain-1.json', 0.7), 'invalid'],
  ['a proof missing beside a block', (l) => l.filter((e) => e[0] !== 'anchors/chain-1.tlog-proof'), 'invalid'],
  ['an original missing', (l) => l.filter((e) => e[0] !== 'data/empty.log'), 'invalid'],
  ['a file too many', (l) => [...l, ['data/extra.txt', utf8('x')]], 'invalid'],
]
const codes = ['valid', 'invalid', 'incomplete'] as const

/** The verifier as one file, with nothing beside it. */
function byOneFile(list: Entry[], ...args: string[]) {
  const path = join(temporary(), 'package.asice')
  writeFileSync(path, buildZip(list))
  const { status, stdout } = spawnSync(process.execPath, [program, path, '--json', ...args], {
    encoding: 'utf8',
    cwd: temporary(),
  })
  return { verdict: codes[status as 0 | 1 | 2], stdout }
}

const verdictShown = async ({ say }: Visitor, region: Awaited<ReturnType<typeof verifyByFile>>) => {
  const shown = await region.getByRole('heading', { level: 2 }).textContent()
  return codes.find((verdict) => say('proof', `verdict.${verdict}`) === shown)
}

describe('one verdict in the browser, by the program and by the script', () => {
  it.each(fixtures)('of a package with %s', async (_, change, verdict) => {
    const visitor = await open(bothLanguages[0])
    const list = change(entries)
    const region = await verifyByFile(visitor, 'package.asice', new Uint8Array(buildZip(list)))
    expect(await verdictShown(visitor, region)).toBe(verdict)
    expect(byOneFile(list).verdict).toBe(verdict)
    expect(byScript(list).ok).toBe(verdict === 'valid')
    await visitor.close()
  })

  it('of garbage under a name that would turn its line around', async () => {
    const visitor = await open(bothLanguages[0])
    const region = await verifyByFile(visitor, '<img src=x>\u202efdp.asice', Buffer.from('PK\u0003\u0004 garbage'))
    expect(await verdictShown(visitor, region)).toBe('invalid')
    await visitor.page.getByText('<img src=x>?fdp.asice', { exact: true }).waitFor()
    await visitor.close()
  })

  it('with roots and blocks that the reader brings', async () => {
    const visitor = await open(bothLanguages[1])
    const { page, say } = visitor
    const region = await verifyByFile(visitor, 'package.asice', new Uint8Array(buildZip(entries)))
    await region.getByText(say('site', 'verify.rootOfSite.other')).waitFor()
    await expectAccessible(visitor)
    const bring = async (pem: string, blocks: string) => {
      await page.getByText(say('site', 'verify.trust')).click()
      await page
        .getByLabel(say('site', 'verify.roots'))
        .setInputFiles({ name: 'root.pem', mimeType: 'text/plain', buffer: Buffer.from(pem) })
      await page.getByLabel(say('site', 'verify.blocks')).fill(blocks)
      await page.getByRole('button', { name: say('site', 'verify.again') }).click()
    }
    await bring(sample.authority.trustMaterial().ca, 'nonsense')
    await page.getByRole('alert').getByText(say('site', 'verify.wrong.blocks')).waitFor()
    await expectAccessible(visitor)
    await page.getByLabel(say('site', 'verify.blocks')).fill(block)
    await page.getByRole('button', { name: say('site', 'verify.again') }).click()
    const anchored = region.getByRole('listitem').filter({ hasText: say('proof', 'fact.anchored') })
    await anchored.getByText(say('proof', 'dependsOn.chain')).waitFor()
    expect(await verdictShown(visitor, region)).toBe('valid')
    const trusting = byOneFile(entries, '--trust', fileOf(sample.authority.trustMaterial().ca), '--block', block)
    expect(trusting.verdict).toBe('valid')
    expect((JSON.parse(trusting.stdout) as { facts: object[] }).facts).toContainEqual(
      expect.objectContaining({ code: 'anchored', status: 'proven' }),
    )
    const stranger = (await localAuthority()).trustMaterial().ca
    await page
      .getByLabel(say('site', 'verify.roots'))
      .setInputFiles({ name: 'root.pem', mimeType: 'text/plain', buffer: Buffer.from(stranger) })
    await page.getByRole('button', { name: say('site', 'verify.again') }).click()
    await region.getByText(say('proof', 'reason.root-unknown')).waitFor()
    expect(await verdictShown(visitor, region)).toBe('invalid')
    expect(byOneFile(entries, '--trust', fileOf(stranger)).verdict).toBe('invalid')
    await expectAccessible(visitor)
    await visitor.close()
  })
})
