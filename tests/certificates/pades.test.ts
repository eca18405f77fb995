import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { attached, attachedName } from '../../proof/package/attachments.ts'
import { concat, utf8 } from '../../proof/bytes.ts'
import { readSignedPdf } from '../../proof/formats/pdf-bytes.ts'
import { verifyCertificate } from '../../proof/formats/pdf.ts'
import { drawCertificate } from '../../server/certificates/drawing/draw-certificate.ts'
import { sealPdf } from '../../server/kit/pdf/pades.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import {
  blobOf,
  fixedClock,
  localAuthority,
  makeSample,
  smallContents,
  statementFor,
  temporary,
  type Sample,
} from '../trust/sample.ts'
import { seed, seeded } from '../trust/seeded.ts'

let sample: Sample
let pdf: Uint8Array<ArrayBuffer>
const dir = temporary()
const file = (name: string) => join(dir, name)

beforeAll(async () => {
  sample = await makeSample(await localAuthority(), statementFor(smallContents))
  pdf = new Uint8Array(sample.pdf)
  writeFileSync(file('certificate.pdf'), pdf)
  writeFileSync(file('ca.pem'), sample.authority.trustMaterial().ca)
})

const failures = async (bytes: Uint8Array, anchors: string[] = []) =>
  (await verifyCertificate(blobOf(bytes), { anchors })).facts
    .filter((f) => f.status === 'failed')
    .map((f) => `${f.code}:${f.detail['reason']}`)

describe('the sealed certificate', () => {
  it('holds, but says that the originals were not at hand', async () => {
    const report = await verifyCertificate(blobOf(pdf), { anchors: [sample.authority.trustMaterial().ca] })
    expect(report.verdict).toBe('incomplete')
    expect(report.facts.filter((f) => f.status !== 'proven').map((f) => f.code)).toEqual(['data-files-present'])
    expect(report.facts.find((f) => f.code === 'certificate-names-evidence')?.detail).toEqual({
      digest: sample.model.statementSha256,
      number: sample.statement.number,
    })
  })

  it.runIf(requireTool('pdfsig'))('is valid and signed as a whole for pdfsig, and shows a changed byte', () => {
    const { text } = runTool('pdfsig', ['-nocert', file('certificate.pdf')])
    expect(text).toContain('Signature is Valid')
    expect(text).toContain('Total document signed')
    expect(text).toContain('ETSI.CAdES.detached')
    const changed = new Uint8Array(pdf)
    changed[changed.length - 200]! ^= 1
    writeFileSync(file('changed.pdf'), changed)
    expect(runTool('pdfsig', ['-nocert', file('changed.pdf')]).text).not.toContain('Signature is Valid')
  })

  it.runIf(requireTool('qpdf'))('is a sound PDF for qpdf', () => {
    expect(runTool('qpdf', ['--check', file('certificate.pdf')]).ok).toBe(true)
  })

  it('proves by itself that its statement was fixed and logged', async () => {
    const { facts, statement } = await verifyCertificate(blobOf(pdf), {
      anchors: [sample.authority.trustMaterial().ca],
    })
    const proven = facts.filter((f) => f.status === 'proven').map((f) => f.code)
    expect(proven).toEqual(
      expect.arrayContaining([
        'certificate-attachments',
        'statement',
        'fixed-in-time',
        'logged',
        'keys-not-revoked',
        'certificate-names-evidence',
      ]),
    )
    expect(statement).toEqual(sample.statement)
  })

  it('is still taken where nothing is attached, as to those of old', async () => {
    const { proofs: _, ...model } = sample.model
    const old = await sealPdf(await drawCertificate(model), sample.authority)
    const report = await verifyCertificate(blobOf(old), { anchors: [sample.authority.trustMaterial().ca] })
    expect(report.verdict).toBe('incomplete')
    expect(report.facts.filter((f) => f.status !== 'proven').map((f) => f.code)).toEqual([
      'certificate-attachments',
      'data-files-present',
    ])
  })

  it.runIf(requireTool('pdfdetach'))('gives tools every attachment, byte for byte', async () => {
    const folder = mkdtempSync(file('attached-'))
    expect(runTool('pdfdetach', ['-saveall', '-o', folder, file('certificate.pdf')]).ok).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(attached.map(attachedName).sort())
    for (const [path, bytes] of sample.model.proofs!)
      expect({ path, same: readFileSync(join(folder, attachedName(path))).equals(bytes) }).toEqual({ path, same: true })
    if (!requireTool('openssl')) return
    const time = [
      'ts',
      '-verify',
      '-token_in',
      '-in',
      join(folder, 'timestamp001.tst'),
      '-CAfile',
      join(folder, 'ca.pem'),
      '-data',
    ]
    expect(runTool('openssl', [...time, join(folder, 'ASiCManifest001.xml')]).text).toContain('Verification: OK')
    expect(runTool('openssl', [...time, join(folder, 'evidence.json')]).text).not.toContain('Verification: OK')
    expect(readFileSync(join(folder, 'ASiCManifest001.xml'), 'utf8')).toContain(
      Buffer.from(sample.model.statementSha256, 'hex').toString('base64'),
    )
  })

  it.runIf(requireTool('openssl'))('carries a signature that openssl accepts over its byte range', () => {
    const { signature, content } = readSignedPdf(pdf)
    writeFileSync(file('seal.p7s'), signature)
    writeFileSync(file('content'), content)
    const verify = (more: string[]) =>
      runTool('openssl', [
        'cms',
        '-verify',
        '-binary',
        '-inform',
        'DER',
        '-in',
        file('seal.p7s'),
        '-content',
        file('content'),
        '-CAfile',
        file('ca.pem'),
        '-out',
        '/dev/null',
        ...more,
      ])
    expect(verify([]).ok).toBe(true)
    expect(verify(['-attime', String(Date.UTC(2060, 0, 1) / 1000)]).ok).toBe(false)
  })

  it('is judged at the time it was sealed, long after its certificates expired', async () => {
    const old = await localAuthority(temporary(), fixedClock('2001-03-04T05:06:07Z'))
    const aged = await makeSample(old, statementFor(smallContents))
    expect(await failures(aged.pdf, [old.trustMaterial().ca])).toEqual([])
  })

  it('shows anything that was appended', async () => {
    expect(await failures(concat(pdf, utf8('\n')))).toContain('certificate-readable:pdf-appended')
    const root = sample.authority.trustMaterial().ca
    expect(await failures(concat(pdf, utf8('% more\n%%EOF\n')), [root])).toContain('certificate-unaltered:pdf-appended')
  })

  it('fails against another root', async () => {
    const other = await localAuthority()
    expect(await failures(pdf, [other.trustMaterial().ca])).toContain('certificate-sealed:chain-untrusted')
  })

  it('shows a flipped bit wherever it is', async () => {
    const random = seeded(seed)
    console.log(`certificate sweep: seed ${seed}`)
    const gap = Buffer.from(pdf).indexOf('/Contents <') + 11
    // Where the proofs are attached: streams, what names them, and the table of objects at the end.
    const from = Buffer.from(pdf).indexOf('/EmbeddedFile')
    const spots = [
      ...Array.from({ length: 150 }, () => random(pdf.length)),
      ...Array.from({ length: 250 }, () => gap + random(8200)),
      ...Array.from({ length: 200 }, () => from + random(12_000)),
      ...Array.from({ length: 60 }, () => pdf.length - 1 - random(1500)),
    ]
    for (const at of spots) {
      const changed = new Uint8Array(pdf)
      changed[at]! ^= 1 << random(8)
      expect(await failures(changed), `byte ${at}`).not.toEqual([])
    }
  }, 120_000)
})
