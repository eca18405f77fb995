import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
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
const small = 600

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

/** Cuts a picture to shape from its top and writes it as WebP, for wide screens and for phones. */
async function keep(browser: Browser, name: string, png: Buffer, [width, height]: Size) {
  const page = await browser.newPage()
  const encode = async (wide: number) => {
    const high = Math.round((wide * height) / width)
    const url = await page.evaluate<string>(`(async () => {
      const picture = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob())
      const canvas = document.createElement('canvas')
      canvas.width = ${wide}; canvas.height = ${high}
      const context = canvas.getContext('2d')
      context.imageSmoothingQuality = 'high'
      const cut = Math.min(picture.height, picture.width * ${height / width})
      context.drawImage(picture, 0, 0, picture.width, cut, 0, 0, ${wide}, ${high})
      return canvas.toDataURL('image/webp', 0.82)
    })()`)
    return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  }
  await writeFile(join(into, `${name}.webp`), await encode(width))
  await writeFile(join(into, `${name}-small.webp`), await encode(small))
  await page.close()
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
      await keep(browser, `capture-${end}`, await shoot(visitor, [960, 624]), [960, 624])
      await startCapture(visitor, { urls: [`${site.url}/`], name: title })
      await waitForState(visitor, title, 'collected', 'partial')
      await allRows(visitor).first().getByRole('link').first().click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      const certificate = await download(visitor, 'certificate')
      const packed = await download(visitor, 'package')
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
      const evidence = await shoot(visitor, [1200, 780])
      await keep(browser, `evidence-${end}`, evidence, [1200, 780])
      if (language === 'en') await writeFile(join(into, 'share.png'), await shoot(visitor, [1200, 630]))
      await keep(browser, `certificate-${end}`, await paperOf(certificate.bytes), [960, 624])
      const report = await verifyByFile(visitor, packed.name, packed.bytes)
      await report.scrollIntoViewIfNeeded()
      await page.setViewportSize({ width: 960, height: 624 })
      await page.addStyleTag({ content: tidy })
      await page.evaluate('document.getElementById("main")?.scrollIntoView()')
      await keep(browser, `verify-${end}`, await page.screenshot({ animations: 'disabled' }), [960, 624])
      await visitor.close()
    }
  } finally {
    await site.close()
    await service.stop()
    await browser.close()
  }
}

await main()
