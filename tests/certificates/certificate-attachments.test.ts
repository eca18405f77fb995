import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { attached, type Attached } from '../../proof/package/attachments.ts'
import { equal, type Bytes } from '../../proof/bytes.ts'
import { readAttachments } from '../../proof/formats/pdf-attachments.ts'
import { verifyCertificate } from '../../proof/formats/pdf.ts'
import type { VerificationReport } from '../../proof/report.ts'
import { drawCertificate } from '../../server/certificates/drawing/draw-certificate.ts'
import { sealPdf } from '../../server/kit/pdf/pades.ts'
import { launchBrowser } from '../kit/browser/browser.ts'
import { randomness } from '../kit/randomness.ts'
import {
  blobOf,
  localAuthority,
  logSample,
  makeSample,
  smallContents,
  statementFor,
  temporary,
  type Sample,
} from '../trust/sample.ts'

let sample: Sample
let other: Sample
let drawn: Buffer
let root: string

beforeAll(async () => {
  const authority = await localAuthority()
  root = authority.trustMaterial().ca
  sample = await makeSample(authority, statementFor(smallContents))
  other = await makeSample(
    authority,
    statementFor(smallContents, { number: '261121123456789013', salt: 'EBESExQVFhcYGRobHB0eHw==' }),
  )
  drawn = await drawCertificate(sample.model)
})

const refusals = ({ facts }: VerificationReport) =>
  facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`)
const verified = (pdf: Uint8Array) => verifyCertificate(blobOf(pdf), { anchors: [root] })

/** A certificate whose seal holds although something in it is wrong: as one would be that somebody else made, with keys of their own. */
const sealed = (pdf: Buffer) => sealPdf(pdf, sample.authority)

async function carrying(changes: Partial<Record<Attached, Uint8Array>>) {
  return sealed(
    await drawCertificate({
      ...sample.model,
      proofs: new Map([...sample.model.proofs!, ...(Object.entries(changes) as [Attached, Uint8Array][])]),
    }),
  )
}

/** The same number of characters, so that every object stays where the table says. */
function replaced(text: string, by: string) {
  const at = drawn.indexOf(text)
  expect([at > 0, text.length]).toEqual([true, by.length])
  const changed = Buffer.from(drawn)
  changed.write(by, at, 'latin1')
  return sealed(changed)
}

describe('a sealed certificate that carries', () => {
  it.each([
    [
      'the proofs of other evidence',
      () => Object.fromEntries(other.model.proofs!),
      ['certificate-names-evidence:certificate-of-other-evidence'],
    ],
    [
      'a statement that was not stamped',
      () => ({ 'evidence.json': other.bytes }),
      [
        'fixed-in-time:manifest-differs',
        'logged:log-proof-wrong',
        'certificate-names-evidence:certificate-of-other-evidence',
      ],
    ],
    [
      'the time-stamp of another',
      () => ({ 'META-INF/timestamp001.tst': other.token }),
      ['fixed-in-time:imprint-differs', 'logged:log-proof-wrong'],
    ],
    [
      'the log proof of another',
      async () => ({ 'log/evidence.tlog-proof': (await logSample(other)).proof }),
      ['logged:log-proof-wrong'],
    ],
    [
      'another root',
      async () => ({ 'trust/ca.pem': Buffer.from((await localAuthority()).trustMaterial().ca) }),
      ['keys-not-revoked:trust-copy-differs'],
    ],
    ['no statement at all', () => ({ 'evidence.json': Buffer.from('{}') }), ['statement:bad-statement']],
  ] as const)('%s is refused, and told why', async (_, changes, reasons) => {
    expect(refusals(await verified(await carrying(await changes())))).toEqual(reasons)
  })

  it.each([
    ['a file of another name', '/UF (crl.pem)', '/UF (crl.doc)', 'bad-pdf'],
    ['one file twice', '/UF (crl.pem)', '/UF (log.pem)', 'bad-pdf'],
    [
      'a file that is longer than it says',
      /\/Size \d+\n>>\n\/Subtype \/application#2Fjson/,
      (text: string) => text.replace(/\d+/, (n) => String(Number(n) - 1)),
      'bad-pdf',
    ],
    [
      'a file that is shorter than it says',
      /\/Size \d+\n>>\n\/Subtype \/application#2Fjson/,
      (text: string) => text.replace(/\d+/, (n) => String(Number(n) + 1)),
      'bad-pdf',
    ],
    [
      'a file that names no such object',
      /\/EF <<\n\/F \d+ 0 R/,
      (text: string) => text.replace(/\d+/, (n) => '9'.repeat(n.length)),
      'bad-pdf',
    ],
  ] as const)('%s is refused', async (_, from, to, reason) => {
    const text = typeof from === 'string' ? from : from.exec(drawn.toString('latin1'))![0]
    expect(refusals(await verified(await replaced(text, typeof to === 'string' ? to : to(text))))).toEqual([
      `certificate-attachments:${reason}`,
    ])
  })

  it('a file that would unpack to a thousand times its size is not unpacked', async () => {
    const bomb = await carrying({ 'trust/crl.pem': new Uint8Array(64 * 1024 * 1024) })
    expect(refusals(await verified(bomb))).toEqual(['certificate-attachments:entry-too-large'])
  })

  it('anything at all is refused in words, and what passes is what was attached', async () => {
    const random = randomness('sealed certificates with changed attachments')
    const from = drawn.indexOf('/EmbeddedFile') - 30
    const passed: string[] = []
    for (let i = 0; i < 300; i++) {
      const changed = Buffer.from(drawn)
      // Half of the changes fall on what is attached, half on the catalogue and the table that lead there.
      const at = i % 2 ? from + random.below(9_000) : changed.length - 1 - random.below(2_500)
      changed[at] = random.below(256)
      const parts = await readAttachments(new Uint8Array(changed) as Bytes, attached).catch(
        (e: { code?: string }) => e.code,
      )
      if (typeof parts === 'string') {
        if (!['bad-pdf', 'entry-too-large'].includes(parts)) passed.push(`byte ${at}: ${parts}`)
      } else if (parts)
        for (const [path, bytes] of parts)
          if (!equal(bytes, new Uint8Array(sample.model.proofs!.get(path)!))) passed.push(`byte ${at}: ${path}`)
    }
    expect(passed).toEqual([])
  })
})

describe('browser and command line', () => {
  it('come to one report of good and of bad certificates', async () => {
    const browser = await launchBrowser()
    try {
      const page = await browser.newPage()
      await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
      // Web Crypto is there for secure contexts alone, and this is one.
      await page.goto('http://localhost:1/')
      await page.addScriptTag({ content: await script() })
      const changed = Buffer.from(sample.pdf)
      changed[changed.indexOf('/EmbeddedFile') + 400]! ^= 1
      const cases = {
        good: sample.pdf,
        changed,
        appended: Buffer.concat([sample.pdf, Buffer.from('\n%%EOF\n')]),
        other: await carrying({ 'evidence.json': other.bytes }),
        foreign: await replaced('/UF (crl.pem)', '/UF (crl.doc)'),
      }
      const verdicts: string[] = []
      for (const [name, pdf] of Object.entries(cases)) {
        const there = (await page.evaluate(
          `(async () => { const bytes = Uint8Array.from(atob(${JSON.stringify(pdf.toString('base64'))}), (c) => c.charCodeAt(0)); return proof.verifyCertificate(new Blob([bytes]), { anchors: [${JSON.stringify(root)}] }) })()`,
        )) as VerificationReport
        expect({ name, report: { ...there, kind: 'certificate' } }).toEqual({ name, report: byCommand(name, pdf) })
        verdicts.push(there.verdict)
      }
      expect(verdicts).toEqual(['incomplete', 'invalid', 'invalid', 'invalid', 'invalid'])
    } finally {
      await browser.close()
    }
  })
})

const dir = temporary()

function byCommand(name: string, pdf: Buffer): unknown {
  const [file, trust] = [join(dir, `${name}.pdf`), join(dir, 'root.pem')]
  writeFileSync(file, pdf)
  writeFileSync(trust, root)
  return JSON.parse(
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../server/bin/verify.ts'), file, '--trust', trust, '--json'],
      { encoding: 'utf8' },
    ).stdout,
  )
}

/** `proof/` as a page loads it. */
async function script(): Promise<string> {
  const entry = join(import.meta.dirname, '../../proof/formats/pdf.ts')
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, name: 'proof', formats: ['iife'] } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  return (first as { output: { code: string }[] }).output[0]!.code
}
