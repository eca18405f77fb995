import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { languages } from '../../contract/kit/language.ts'
import { launchBrowser, openVisitor, type Visitor } from '../kit/browser/browser.ts'
import { startCapture, urlsField } from '../kit/browser/capture-form.ts'
import { allRows, waitForState } from '../kit/browser/evidence-list.ts'
import { download } from '../kit/browser/evidence-page.ts'
import { verifyByFile } from '../kit/browser/public-check.ts'
import { loginByPassword } from '../kit/browser/sign-in.ts'
import { startService } from '../kit/browser/start-service.ts'
import { runTool } from '../kit/outside/tools.ts'
import { startFixtureSite } from '../kit/fixture-site/start.ts'

// Takes the pictures of the home page from a running product, in both languages: `node tests/bin/site-pictures.ts`.
const into = join(import.meta.dirname, '../../src/public/pictures')
/** A phone's width, at the density of most. */
const small = 720

/** Notices of a local installation belong to it, not to what the product looks like. */
const tidy = '.local, .skz-local, .activity { display: none !important }'

type Size = readonly [width: number, height: number]

async function shoot({ page }: Visitor, [width, height]: Size): Promise<Buffer> {
  await page.setViewportSize({ width, height })
  await page.addStyleTag({ content: tidy })
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  return page.screenshot({ animations: 'disabled' })
}

/** The first page of a certificate, from its head down. */
async function paperOf(pdf: Uint8Array): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'shimakaze-pictures-'))
  try {
    await writeFile(join(folder, 'certificate.pdf'), pdf)
    const size = ['-scale-to-x', '1200', '-scale-to-y', '-1']
    runTool('pdftoppm', ['-png', '-f', '1', '-l', '1', ...size, join(folder, 'certificate.pdf'), join(folder, 'page')])
    const name = (await readdir(folder)).find((file) => file.endsWith('.png'))!
    return await readFile(join(folder, name))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Cuts a picture to shape from its top and writes it as AVIF for wide screens and for phones, and as WebP for browsers that do not know it. */
async function keep(name: string, png: Buffer, [width, height]: Size) {
  const shot = await new Transformer(png).metadata()
  // By itself: it would be cut after it was made smaller.
  const cut = await new Transformer(png)
    .crop(0, 0, shot.width, Math.min(shot.height, Math.round((shot.width * height) / width)))
    .png()
  for (const [wide, end] of [
    [width, ''],
    [small, '-small'],
  ] as const) {
    const drawn = () => new Transformer(cut).resize(wide, Math.round((wide * height) / width))
    if (end === '') await writeFile(join(into, `${name}.webp`), await drawn().webp(82))
    await writeFile(join(into, `${name}${end}.avif`), await drawn().avif({ quality: 62, speed: 4 }))
  }
}

async function main() {
  await mkdir(into, { recursive: true })
  const browser = await launchBrowser()
  const [service, site] = await Promise.all([startService(), startFixtureSite()])
  try {
    for (const language of languages) {
      const end = language === 'en' ? 'en' : 'zh'
      const title = language === 'en' ? 'Spring sale page' : '春季特卖页面'
      const visitor = await openVisitor(browser, service.url, { language, device: 'desktop', theme: 'light' })
      const { page, go } = visitor
      await loginByPassword(visitor, service.accounts.enterprise)
      await go('/onlineForensics/web/add')
      await urlsField(visitor).fill(`${site.url}/`)
      await keep(`capture-${end}`, await shoot(visitor, [960, 624]), [960, 624])
      await startCapture(visitor, { urls: [`${site.url}/`], name: title })
      await waitForState(visitor, title, 'collected', 'partial')
      await allRows(visitor).first().getByRole('link').first().click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      const certificate = await download(visitor, 'certificate')
      const packed = await download(visitor, 'package')
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      const evidence = await shoot(visitor, [1200, 780])
      await keep(`evidence-${end}`, evidence, [1200, 780])
      if (language === 'en') await writeFile(join(into, 'share.png'), await shoot(visitor, [1200, 630]))
      await keep(`certificate-${end}`, await paperOf(certificate.bytes), [960, 624])
      const report = await verifyByFile(visitor, packed.name, packed.bytes)
      await report.scrollIntoViewIfNeeded()
      await page.setViewportSize({ width: 960, height: 624 })
      await page.addStyleTag({ content: tidy })
      await page.evaluate('document.getElementById("main")?.scrollIntoView()')
      await keep(`verify-${end}`, await page.screenshot({ animations: 'disabled' }), [960, 624])
      await visitor.close()
    }
  } finally {
    await site.close()
    await service.stop()
    await browser.close()
  }
}

await main()
