import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { mkdtemp, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyPackage } from '../../proof/bundle.ts'
import { fixingDigest } from '../../proof/package/manifest.ts'
import { paperAttachments } from '../../proof/paper/attachments.ts'
import type { PaperRow, PaperStatement } from '../../proof/paper/statement.ts'
import { statementBytes } from '../../proof/statement.ts'
import { openCertificateRenderer } from '../../server/certificates/drawing/certificate-renderer.ts'
import { sealPdf } from '../../server/kit/pdf/pades.ts'
import { writePackage } from '../../server/certificates/package/package.ts'
import { drawInThread, makeApart } from '../../server/notarization/papers/drawing/paper-renderer.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { launchBrowser } from '../kit/browser/browser.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { localAuthority, logSample, makeSample, smallContents, statementFor } from '../trust/sample.ts'
import { nativeHashing } from '../../server/kit/files/native-hashing.ts'
import { withFilledService } from './kit/filled-service.ts'
import { hashFile } from './kit/hash-file.ts'

const gib = 1024 ** 3
const speed = (bytes: number, milliseconds: number) =>
  `${(bytes / 1e6 / (milliseconds / 1000)).toFixed(0)} MB/s, ${(milliseconds / 1000).toFixed(1)} s`

/** Certificates drawn and sealed; a package of one gibibyte written, then verified by the program and in a browser, beside the bare hashing of it. */
export async function benchPackages(within: string) {
  const dir = await mkdtemp(join(within, 'packages-'))
  const authority = await localAuthority(join(dir, 'keys'))
  await certificates(authority)
  await papers(authority)
  const path = await large(dir, authority)
  const { size } = await stat(path)
  const blob = await openAsBlob(path)
  let began = performance.now()
  const { verdict } = await verifyPackage(blob, { hashing: nativeHashing })
  console.log(`  verified by the program  ${speed(size, performance.now() - began)} (${verdict})`)
  began = performance.now()
  await hashFile(path, 'sha256')
  console.log(`  SHA-256 of it, bare      ${speed(size, performance.now() - began)}, for comparison`)
  await inBrowser(dir, path, size)
}

async function certificates(authority: Awaited<ReturnType<typeof localAuthority>>) {
  const { model } = await makeSample(authority, statementFor(smallContents))
  const renderer = openCertificateRenderer()
  await renderer.draw(model)
  const [began, count] = [performance.now(), 60]
  let bytes = 0
  for (let i = 0; i < count; i++) bytes = (await sealPdf(await renderer.draw(model), authority)).length
  console.log(
    `Certificates: ${((count * 1000) / (performance.now() - began)).toFixed(1)} a second in one drawing thread, ${(bytes / 1024).toFixed(1)} KB each`,
  )
  await renderer.close()
}

/** Papers of orders beside certificates: drawn, or a report of a megabyte sealed as it is. */
async function papers(authority: Awaited<ReturnType<typeof localAuthority>>) {
  const statement: PaperStatement = {
    type: 'shimakaze-paper/v1',
    paper: 'acceptance',
    number: '261121123456789012-2',
    created: '2026-11-21T08:40:00Z',
    salt: 'AAECAwQFBgcICQoLDA0ODw==',
    platform: { name: '岛风电子数据存证平台', origin: 'http://localhost:8080' },
    issuer: '衡正司法鉴定所',
    title: ['司法鉴定受理通知书', 'Notice of acceptance'],
    lead: ['决定受理。', 'It is accepted.'],
    sections: [{ heading: ['证据', 'Evidence'], rows: Array.from({ length: 20 }, (_, i) => paperRow(i)) }],
    signatures: [],
    files: [],
    original: null,
  }
  const proofs = new Map(paperAttachments.map((path) => [path, randomBytes(1_024)] as const))
  const made = {
    statementSha256: '0'.repeat(64),
    proofs,
    sealedAt: new Date().toISOString(),
    signatureBytes: await authority.signatureRoom(),
  }
  const original = smallPdf(randomBytes(512 * 1_024).toString('hex'))
  const ways: [string, () => Promise<Buffer>][] = [
    [
      'drawn, in a thread',
      () => drawInThread({ ...made, mode: 'local', statement, checkUrl: 'http://localhost', officeSeal: null }),
    ],
    ['report of 1 MB, in a process of its own', () => makeApart({ ...made, original })],
  ]
  for (const [name, make] of ways) {
    await make()
    const [began, count] = [performance.now(), 60]
    for (let i = 0; i < count; i++) await sealPdf(await make(), authority)
    console.log(`Papers (${name}): ${((count * 1000) / (performance.now() - began)).toFixed(1)} a second`)
  }
}

const paperRow = (i: number): PaperRow => ({
  label: [`证据 ${i}`, `Evidence ${i}`],
  text: `2611211234567890${i}\n${'a'.repeat(64)}`,
})

/** One original of a gibibyte beside the small ones. */
async function large(dir: string, authority: Awaited<ReturnType<typeof localAuthority>>): Promise<string> {
  const [data, out] = [join(dir, 'large.bin'), join(dir, 'large.asice')]
  const [file, block, sha256, sm3] = [
    await open(data, 'w'),
    randomBytes(4 * 1024 * 1024),
    createHash('sha256'),
    createHash('sm3'),
  ]
  for (let at = 0; at < gib; at += block.length) {
    block.writeUInt32LE(at >>> 16)
    sha256.update(block)
    sm3.update(block)
    await file.write(block)
  }
  await file.close()
  const statement = statementFor(
    {},
    {
      files: [
        {
          path: 'data/large.bin',
          size: gib,
          sha256: sha256.digest('hex'),
          sm3: sm3.digest('hex'),
          mediaType: 'application/octet-stream',
        },
      ],
    },
  )
  const bytes = statementBytes(statement)
  const { token } = await authority.stamp(await fixingDigest(statement, bytes))
  const { pdf } = await makeSample(authority, statement)
  const logged = await logSample({ authority, bytes, token })
  const began = performance.now()
  await writePackage({
    statement,
    statementBytes: bytes,
    token,
    certificatePdf: pdf,
    logged,
    authority,
    out,
    files: statement.files.map((f) => ({
      path: f.path,
      size: f.size,
      sha256: f.sha256,
      open: () => createReadStream(data),
    })),
  })
  console.log('A package of 1 GiB:')
  console.log(`  written                  ${speed(gib, performance.now() - began)}`)
  return out
}

const inBrowser = (dir: string, path: string, size: number) =>
  withFilledService(dir, 10, async ({ app }) => {
    buildPagesIfStale()
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const browser = await launchBrowser('whole')
    try {
      const page = await (await browser.newContext({ locale: 'en' })).newPage()
      await page.goto(`${url}/website-show/query?lang=en`)
      const began = performance.now()
      await page.locator('label.drop input').setInputFiles(path)
      await page.locator('.verdict h2').waitFor({ timeout: 300_000 })
      console.log(
        `  verified in a browser    ${speed(size, performance.now() - began)} (${await page.locator('.verdict h2').textContent()}; SHA-256 and SM3 in WebAssembly)`,
      )
    } finally {
      await browser.close()
    }
  })
