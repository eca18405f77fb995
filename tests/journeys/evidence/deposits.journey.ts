import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifyPackage } from '../../../proof/bundle.ts'
import { named, openVisitor, shareBrowser, type Visitor } from '../../kit/browser/browser.ts'
import { registerByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { rowOf } from '../../kit/browser/evidence-list.ts'
import { download, openTab } from '../../kit/browser/evidence-page.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { type Service, startService } from '../../kit/browser/start-service.ts'
import { bothLanguages, openVisitors } from '../../kit/browser/visitors.ts'
import { type CutLine, openCutLine } from '../../kit/outside/cut-line.ts'
import { png } from '../../kit/pictures.ts'
import { sized } from '../../kit/randomness.ts'
import { writeSeededFile } from './seeded-file.ts'

const { service } = inject('world')
const shots = process.env['SHOTS']
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skz-deposits-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The entry of the menu that is lit; the menu of a phone is shut. */
const expectLit = async ({ page, say, setting }: Visitor, resource: string) => {
  const title = say('evidence', `resource.${resource}.title`)
  if (setting.device === 'desktop')
    await expect.poll(() => page.locator('.ant-menu-item-selected').allTextContents()).toEqual([title])
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const shoot = async ({ page, setting }: Visitor, name: string) => {
  if (shots)
    await page.screenshot({ path: join(shots, `${name}-${setting.language}-${setting.device}.png`), fullPage: true })
}
const choose = ({ page }: Visitor, path: string | string[]) =>
  page.locator('input[type=file]').first().setInputFiles(path)
const press = ({ page }: Visitor, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: named(name) })
    .click()
const stateOf = ({ page, say }: Visitor, state: string) =>
  page.getByRole('status').getByText(say('registry', `send.state.${state}`), { exact: true })
const fitsTheScreen = async ({ page }: Visitor) =>
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
/** Certificate and package have been made. */
const certified = ({ page, say }: Visitor) =>
  page
    .getByRole('button', { name: new RegExp(say('evidence', 'certificate')) })
    .and(page.locator(':enabled'))
    .waitFor({ timeout: 60_000 })

describe.each(dressed(bothLanguages))('in $language on a $device', (setting) => {
  const open = openVisitors(service)
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await open(setting)
    await registerByCalls(visitor, service, somebody(setting.language === 'en' ? 'Mary Stone' : '林小雨', 'personal'))
  })

  it('files are sent, compared, deposited and looked at', async () => {
    const { page, say } = visitor
    const [picture, text] = [join(folder, '照片.png'), join(folder, 'notes.txt')]
    await writeFile(picture, png(640, 400))
    await writeFile(text, '海风\n'.repeat(200))
    await visitor.go('/confirmWeigh')
    await page.getByText(say('evidence', 'resource.fileDeposits.empty')).first().waitFor()
    await expectAccessible(visitor)
    await visitor.go('/confirmWeigh/add')
    await expectAccessible(visitor)
    await shoot(visitor, 'add-empty')
    await choose(visitor, [picture, text])
    await expect.poll(() => stateOf(visitor, 'ready').count()).toBe(2)
    await expectAccessible(visitor)
    await fitsTheScreen(visitor)
    await shoot(visitor, 'add-ready')
    await press(visitor, say('registry', 'add.submit', { count: 2 }))
    await page.waitForURL('**/confirmWeigh')
    // The list's own row: the page before names the file too, and stands there until the list has come.
    await rowOf(visitor, '照片.png').waitFor()
    await shoot(visitor, 'files')
    await rowOf(visitor, '照片.png').getByRole('link').click()
    await certified(visitor)
    await expectAccessible(visitor)
    await shoot(visitor, 'file')
    await openTab(visitor, 'files')
    await page.getByRole('button', { name: say('evidence', 'preview.open', { name: '照片.png' }) }).click()
    const looked = page.getByRole('dialog').getByAltText('照片.png')
    await expect.poll(() => looked.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBe(640)
    expect(new URL((await looked.getAttribute('src'))!).hostname).toBe('preview.localhost')
    await expectAccessible(visitor)
    await shoot(visitor, 'preview')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: say('evidence', 'renameFile.open', { name: '照片.png' }) }).click()
    await page.getByLabel(say('evidence', 'field.fileName'), { exact: true }).fill('到货照片.png')
    await expectAccessible(visitor)
    await page.getByRole('button', { name: named(say('common', 'save')) }).click()
    await page.getByText('到货照片.png').first().waitFor()
    await openTab(visitor, 'deposit')
    await page.getByText(say('evidence', 'deposit.same')).waitFor()
    await shoot(visitor, 'file-facts')
  })

  it('a hash is deposited while its file stays at home; another file is refused, its own is certified', async () => {
    const { page, say } = visitor
    const [home, other] = [join(folder, `recipe-${setting.language}.txt`), join(folder, 'another.txt')]
    const original = Buffer.from(`a recipe ${setting.language} ${setting.device}`)
    await writeFile(home, original)
    await writeFile(other, 'another file')
    await visitor.go('/confirmWeigh/add?kind=hash')
    await expectLit(visitor, 'hashDeposits')
    await expectAccessible(visitor)
    await choose(visitor, home)
    await expect.poll(() => page.getByLabel(say('evidence', 'field.sha256')).inputValue()).toBe(sha256(original))
    await shoot(visitor, 'hash')
    await press(visitor, say('registry', 'hash.submit'))
    await page.getByText(say('evidence', 'original.why')).waitFor()
    await expectAccessible(visitor)
    await shoot(visitor, 'hash-waits')
    expect(await page.getByRole('button', { name: new RegExp(say('evidence', 'certificate')) }).count()).toBe(0)
    await visitor.go('/confirmWeigh/hash')
    await page.getByText(say('evidence', 'original.missing')).first().waitFor()
    await shoot(visitor, 'hashes')
    await page
      .getByRole('link', { name: say('evidence', 'original.add') })
      .first()
      .click()
    await choose(visitor, other)
    await page.getByText(say('registry', 'original.differs')).waitFor()
    await expectAccessible(visitor)
    await shoot(visitor, 'original-differs')
    await page.getByRole('button', { name: say('registry', 'send.remove', { name: 'another.txt' }) }).click()
    await choose(visitor, home)
    await stateOf(visitor, 'ready').waitFor()
    await press(visitor, say('registry', 'original.submit'))
    await certified(visitor)
    const { bytes } = await download(visitor, 'package')
    const report = await verifyPackage(new Blob([new Uint8Array(bytes)]))
    expect([report.verdict, report.facts.find((f) => f.code === 'hash-fixed-first')?.status]).toEqual([
      'valid',
      'proven',
    ])
  })

  it('a work is declared and sealed with its files', async () => {
    const { page, say } = visitor
    const score = join(folder, `score-${setting.language}.txt`)
    await writeFile(score, `score ${setting.language}`)
    await visitor.go('/confirmWeigh/add-property')
    await expectLit(visitor, 'works')
    await page.getByLabel(say('registry', 'work.name')).fill('海风')
    await page.getByLabel(say('registry', 'work.createdOn')).fill('2026-01-02')
    await choose(visitor, score)
    await stateOf(visitor, 'ready').waitFor()
    await press(visitor, say('registry', 'work.submit'))
    await page.getByText(say('registry', 'work.accept')).waitFor()
    await page.getByRole('checkbox', { name: say('registry', 'work.accepted') }).check()
    await expectAccessible(visitor)
    await fitsTheScreen(visitor)
    await shoot(visitor, 'work-form')
    await press(visitor, say('registry', 'work.submit'))
    await certified(visitor)
    await openTab(visitor, 'deposit')
    await page.getByText(say('evidence', 'choice.kind.text')).waitFor()
    await expectAccessible(visitor)
    await shoot(visitor, 'work')
    await visitor.go('/confirmWeigh/property')
    await page.getByText('海风').first().waitFor()
    await shoot(visitor, 'works')
    await visitor.go('/evidence?category=INTELLECTUAL_PROPERTY')
    await page.getByText('海风').first().waitFor()
  })

  it('a file that was being sent when the page was closed goes on where it was', async () => {
    const { page, say } = visitor
    // The sign in its name that would turn the line around is not shown, and does not hide that it is the same file.
    const large = join(folder, `large-\u202E${setting.language}.bin`)
    await writeSeededFile(large, `large file ${setting.language}`, 48)
    const pieces: number[] = []
    page.on('request', (r) => r.method() === 'PATCH' && pieces.push(Number(r.headers()['upload-offset'])))
    const second = Promise.withResolvers<void>()
    await page.route('**/upload/tus/*', async (route) => {
      if (route.request().method() !== 'PATCH' || route.request().headers()['upload-offset'] === '0')
        return route.continue()
      // The first 32 MiB went through; what follows is held up.
      second.resolve()
    })
    await visitor.go('/confirmWeigh/add')
    await choose(visitor, large)
    await second.promise
    page.on('dialog', (d) => void d.accept())
    await page.reload()
    await page.unroute('**/upload/tus/*')
    await page.getByRole('heading', { name: say('registry', 'send.before') }).waitFor()
    await expectAccessible(visitor)
    await shoot(visitor, 'unfinished')
    // Asked how far it is, the service is just being started anew: that is no reason to begin from the start.
    await page.route('**/upload/tus/*', (route) => route.fulfill({ status: 503 }), { times: 1 })
    pieces.length = 0
    await choose(visitor, large)
    await stateOf(visitor, 'ready').waitFor()
    expect(pieces[0]).toBeGreaterThanOrEqual(32 * 1024 * 1024)
    expect(pieces).toHaveLength(1)
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('503')])
    // All of it is there when the page is opened anew, and nothing is sent twice.
    await page.reload()
    await page.getByRole('heading', { name: say('registry', 'send.before') }).waitFor()
    await choose(visitor, large)
    await stateOf(visitor, 'ready').waitFor()
    expect(pieces).toHaveLength(1)
    // It needs no file to be used, and is given back unharmed.
    const named = { name: `large-${setting.language}.bin` }
    await page.reload()
    await page.getByRole('button', { name: say('registry', 'send.takeNamed', named) }).click()
    await page.getByText(say('registry', 'send.notHere')).waitFor()
    await page.getByText(say('registry', 'add.ready', { count: 1 })).waitFor()
    await expectAccessible(visitor)
    await shoot(visitor, 'used')
    await page.getByRole('button', { name: say('registry', 'send.remove', named) }).click()
    await page.getByRole('button', { name: say('registry', 'send.takeNamed', named) }).waitFor()
    // Another file of the same name and size is another file; the first one stays.
    await page.reload()
    await page.getByRole('heading', { name: say('registry', 'send.before') }).waitFor()
    const sent = page.waitForResponse((r) => r.request().method() === 'POST' && r.url().includes('/upload/tus'))
    await writeSeededFile(large, `another file ${setting.language}`, 48)
    await choose(visitor, large)
    await sent
    await stateOf(visitor, 'ready').waitFor()
    expect(pieces).toHaveLength(3)
    await page.getByRole('button', { name: say('registry', 'send.remove', named) }).click()
    await page.getByRole('button', { name: say('registry', 'send.takeNamed', named) }).click()
    await expect.poll(() => page.getByRole('heading', { name: say('registry', 'send.before') }).count()).toBe(0)
    await press(visitor, say('registry', 'add.submit', { count: 1 }))
    await page.waitForURL('**/attestation/*')
    await page.getByRole('heading', { name: named.name }).waitFor()
  })

  it('a file that was thrown away elsewhere while it stood still is sent anew', async () => {
    const { page, say } = visitor
    const large = join(folder, `gone-${setting.language}.bin`)
    const digest = await writeSeededFile(large, `gone file ${setting.language}`, 40)
    const held = Promise.withResolvers<void>()
    await page.route('**/upload/tus/*', async (route) =>
      route.request().headers()['upload-offset'] === '0' ? route.continue() : held.resolve(),
    )
    await visitor.go('/confirmWeigh/add')
    await choose(visitor, large)
    await held.promise
    await press(visitor, say('registry', 'send.pause', { name: `gone-${setting.language}.bin` }))
    await page.unroute('**/upload/tus/*')
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(`${service.url}/confirmWeigh/add`)
    await elsewhere
      .getByRole('button', { name: say('registry', 'send.discardNamed', { name: `gone-${setting.language}.bin` }) })
      .click()
    await expect.poll(() => elsewhere.getByRole('heading', { name: say('registry', 'send.before') }).count()).toBe(0)
    await elsewhere.close()
    const gone = page.waitForResponse((r) => r.request().method() === 'HEAD' && r.status() === 404)
    await press(visitor, say('registry', 'send.resume', { name: `gone-${setting.language}.bin` }))
    await gone
    await stateOf(visitor, 'ready').waitFor()
    await page.getByText(digest).waitFor()
  })
})

describe('a large file over a line that breaks ten times, to a service that is killed', () => {
  let own: Service
  let line: CutLine
  let visitor: Visitor
  const browser = shareBrowser()
  beforeAll(async () => {
    own = await startService()
    line = await openCutLine(Number(new URL(own.url).port))
    visitor = await openVisitor(await browser, `http://localhost:${line.port}`, bothLanguages[0])
    await registerByCalls(visitor, own, somebody('林小雨', 'personal'))
  })
  afterAll(async () => {
    await (await browser).close()
    await line.close()
    await own.stop()
  })

  it('arrives as it was', async () => {
    const { page, say } = visitor
    const mebibytes = sized(192, 1_024)
    const path = join(folder, 'large.bin')
    const expected = await writeSeededFile(path, 'a large file', mebibytes)
    await visitor.go('/confirmWeigh/add')
    await choose(visitor, path)
    const began = performance.now()
    let mark = line.sent()
    for (let cuts = 1; cuts <= 10; cuts++) {
      await expect
        .poll(() => line.sent() - mark, { timeout: 120_000, interval: 20 })
        .toBeGreaterThan((mebibytes / 13) * 1024 ** 2)
      line.cut()
      if (cuts === 5) await own.killAndStart()
      mark = line.sent()
    }
    await stateOf(visitor, 'ready').waitFor({ timeout: 180_000 })
    console.log(
      `${mebibytes} MiB through ten cuts and a kill: ${((performance.now() - began) / 1_000).toFixed(1)} s, ${(line.sent() / 1024 ** 2).toFixed(0)} MiB on the line`,
    )
    await page.getByText(expected).waitFor()
    await press(visitor, say('registry', 'add.submit', { count: 1 }))
    await certified(visitor)
  })
})
