import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { verifyPackage } from '../../../proof/bundle.ts'
import { readZip } from '../../captures/reading/read-zip.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import { launchBrowser, openVisitor, type Setting, type Visitor } from '../../kit/browser/browser.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { startButton, urlsField } from '../../kit/browser/capture-form.ts'
import { allRows, captureTime, rowOf } from '../../kit/browser/evidence-list.ts'
import { download, openTab, revokeShare, share, unfold } from '../../kit/browser/evidence-page.ts'
import {
  answer,
  checkByFile,
  checkByHash,
  checkByNumber,
  largestRequest,
  verifyByFile,
} from '../../kit/browser/public-check.ts'
import { type Newcomer, register, somebody } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'

const settings: (Setting & Pick<Newcomer, 'name' | 'kind' | 'person'> & { masked: string })[] = [
  { language: 'zh-CN', device: 'desktop', theme: 'light', kind: 'personal', name: '王小明', masked: '王**' },
  {
    language: 'en',
    device: 'desktop',
    theme: 'dark',
    kind: 'enterprise',
    name: 'Bluestone Books Ltd',
    person: 'Ada Bell',
    masked: 'Bl****td',
  },
  {
    language: 'zh-CN',
    device: 'phone',
    theme: 'dark',
    kind: 'enterprise',
    name: '青石书店有限公司',
    person: '沈青',
    masked: '青石****公司',
  },
  { language: 'en', device: 'phone', theme: 'light', kind: 'personal', name: 'Mary Stone', masked: 'M******' },
]

const { service, shop } = inject('world')
let browser: Browser
beforeAll(async () => {
  // As people have it; the other journeys take its engine.
  browser = await launchBrowser('whole')
})
afterAll(() => browser.close())

describe.each(dressed(settings))(
  'a new $kind customer, $language on a $device in $theme',
  ({ name, kind, person, masked, ...setting }) => {
    let owner: Visitor
    let stranger: Visitor
    const address = `${shop}/hop1`
    let number: string
    let link: string
    let original: Buffer
    let packaged: Buffer
    let certificate: Buffer
    const newcomer = somebody(name, kind, person)

    tellOnFailure(service, () => [owner, stranger])
    beforeAll(async () => {
      owner = await openVisitor(browser, service.url, setting)
      stranger = await openVisitor(browser, service.url, setting)
    })
    afterAll(async () => {
      await owner.close()
      await stranger.close()
    })

    it('finds home, terms, privacy and an unknown page readable', async () => {
      for (const path of ['/', '/service-agreement', '/privacy-one', '/exception', '/no-such-page']) {
        await stranger.go(path)
        await stranger.page.getByRole('heading', { level: 1 }).waitFor()
        await expectAccessible(stranger)
      }
    })

    it('registers with a code by SMS and lands on the overview', async () => {
      await owner.go('/registry')
      await owner.page.getByRole('heading', { level: 1 }).waitFor()
      await expectAccessible(owner)
      await register(owner, service, newcomer)
      await owner.page
        .getByRole('heading', { name: owner.say('console', 'browse.hello', { name: person ?? name }) })
        .waitFor()
      await expectAccessible(owner)
    })

    it('is known on the website, which leads back to the console', async () => {
      const { page, say } = owner
      await owner.go('/')
      await page.getByRole('link', { name: say('site', 'nav.console'), exact: true }).waitFor()
      await owner.go('/login')
      await page.getByText(say('site', 'login.already')).waitFor()
      await page
        .getByRole('main')
        .getByRole('link', { name: say('site', 'login.goOn') })
        .click()
      await page.waitForURL('**/browse')
      const links = page.getByRole('navigation', { name: say('console', 'shell.links') })
      await expect.poll(() => links.getByRole('link').count()).toBe(4)
      await expectAccessible(owner)
    })

    it('sees what is wrong beside each line, and nothing is started', async () => {
      const { page } = owner
      await owner.go('/onlineForensics/web/add')
      await expectAccessible(owner)
      await urlsField(owner).fill(`not an address\nftp://example.com/file\n${address}`)
      await startButton(owner, 3).click()
      const problems = page.getByRole('alert').getByRole('listitem')
      await expect
        .poll(() => problems.allTextContents())
        .toEqual([
          `${owner.say('console', 'webForm.line', { line: 1 })} ${owner.say('errors', 'field.url.url-malformed')}`,
          `${owner.say('console', 'webForm.line', { line: 2 })} ${owner.say('errors', 'field.url.scheme-refused')}`,
        ])
      // What is wrong stands where whoever pressed the button is led to, and beside the button.
      await expect.poll(() => page.evaluate("document.activeElement?.matches('textarea')")).toBe(true)
      await page.getByText(owner.say('console', 'webForm.wrongLines', { count: 2 })).waitFor()
      await expectAccessible(owner)
      expect(new URL(page.url()).pathname).toBe('/onlineForensics/web/add')
    })

    it('follows the capture from the queue to the end without reloading', async () => {
      const { page, say } = owner
      await urlsField(owner).fill(address)
      await startButton(owner).click()
      await page.waitForURL('**/onlineForensics/url')
      await page.evaluate('window.untouched = true')
      const row = rowOf(owner, '/hop1')
      // One look at both: either may have passed while the other is waited for.
      await row
        .filter({ has: page.getByRole('progressbar') })
        .getByText(
          new RegExp(
            ['browser', 'load', 'settle', 'scroll', 'record'].map((step) => say('captures', `step.${step}`)).join('|'),
          ),
        )
        .waitFor({ timeout: captureTime })
      await expectAccessible(owner)
      await row
        .getByText(new RegExp(`${say('evidence', 'choice.status.collected')}|${say('evidence', 'partial')}`))
        .waitFor({ timeout: captureTime })
      expect(await page.evaluate('window.untouched')).toBe(true)
      expect(await allRows(owner).count()).toBe(1)
      await expectAccessible(owner)
    })

    it('opens the evidence and reads its facts', async () => {
      const { page, say } = owner
      await rowOf(owner, '/hop1').getByRole('link').click()
      await page.waitForURL('**/attestation/*')
      number = page.url().split('/').at(-1)!
      const summary = await openTab(owner, 'summary')
      await summary.getByText(name).first().waitFor()
      // The enterprise owns it; a person acted.
      if (person) await summary.getByText(person, { exact: true }).waitFor()
      await summary.getByRole('link', { name: address }).waitFor()
      expect(await summary.getByText(number).count()).toBe(1)
      await summary
        .getByRole('strong')
        .filter({ hasText: say('evidence', 'trust.fact.fixed') })
        .waitFor()
      await expectAccessible(owner)
      await unfold(owner)
      await page.getByText(say('evidence', 'cautionTitle'), { exact: true }).waitFor()
      await expectAccessible(owner)
      if (await page.getByText(say('evidence', 'partialTitle')).count())
        expect(await page.getByRole('alert').getByRole('listitem').count()).toBeGreaterThan(0)
    })

    it('sees the screenshot and zooms into it', async () => {
      const panel = await openTab(owner, 'screenshot')
      const tile = panel.locator('img').first()
      await expect.poll(() => tile.evaluate((img: { naturalWidth: number }) => img.naturalWidth)).toBeGreaterThan(0)
      const before = (await tile.boundingBox())!.width
      await panel.getByRole('button', { name: owner.say('evidence', 'zoomIn') }).click()
      await expect.poll(async () => (await tile.boundingBox())!.width).toBeGreaterThan(before)
      // A link leads to the tab that is open.
      const { page, say } = owner
      await page.getByRole('button', { name: say('common', 'show.link') }).click()
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toMatch(/tab=screenshot/)
      await page.reload()
      await page.getByRole('tab', { name: say('evidence', 'tab.screenshot'), selected: true }).waitFor()
      await expectAccessible(owner)
    })

    it('reads both hashes of a file and copies one whole', async () => {
      const panel = await openTab(owner, 'files')
      const copy = (hash: string) =>
        panel.getByRole('button', { name: owner.say('common', 'copyNamed', { name: hash }), exact: true }).first()
      await copy('SM3').click()
      await copy('SHA-256').click()
      const whole = await panel.locator('code').first().getAttribute('title')
      await expect.poll(() => owner.page.evaluate('navigator.clipboard.readText()')).toBe(whole)
      expect(whole).toMatch(/^[0-9a-f]{64}$/)
      await expectAccessible(owner)
    })

    it('reads how it was captured, on what machine, and what was done since', async () => {
      const { say } = owner
      const facts = await openTab(owner, 'capture')
      await facts.getByText('岛风百货 — 春季特卖').waitFor()
      await facts.getByRole('heading', { name: say('evidence', 'capture.redirects') }).waitFor()
      const failures = facts.getByRole('table', { name: say('evidence', 'capture.failures') })
      await failures.getByText(say('captures', 'fault.status', { status: 404 })).waitFor()
      await failures.getByText(say('captures', 'fault.connection-refused')).waitFor()
      await expectAccessible(owner)
      await (await openTab(owner, 'environment')).getByText(say('captures', 'environment.clock')).waitFor()
      await expectAccessible(owner)
      const certificate = await openTab(owner, 'certificate')
      await certificate.getByText(say('evidence', 'cert.verdict.valid')).waitFor({ timeout: 60_000 })
      await certificate.getByText(say('evidence', 'cert.signer'), { exact: true }).waitFor()
      await certificate
        .getByText(say('evidence', 'court.logged'))
        .or(certificate.getByText(say('evidence', 'court.anchored')))
        .waitFor()
      await expectAccessible(owner)
      await (await openTab(owner, 'history')).getByText(say('audit', 'event.evidence-sealed')).waitFor()
      await expectAccessible(owner)
    })

    it('downloads a certificate and a package that holds without us', async () => {
      certificate = (await download(owner, 'certificate')).bytes
      expect(certificate.subarray(0, 5).toString()).toBe('%PDF-')
      packaged = (await download(owner, 'package')).bytes
      const report = await verifyPackage(new Blob([new Uint8Array(packaged)]), { anchors: [service.root] })
      expect(report).toMatchObject({ verdict: 'valid', statement: { number } })
      const [, content] = [...readZip(packaged)].find(([path]) => path.endsWith('.pdf') && path !== 'certificate.pdf')!
      original = content
    })

    it('shares it: a stranger reads the certificate with the owner masked and takes the package', async () => {
      link = await share(owner)
      await expectAccessible(owner)
      const [reply] = await Promise.all([
        stranger.page.waitForResponse(/\/shimakaze\/share\//),
        stranger.page.goto(link),
      ])
      const text = await reply.text()
      for (const inner of [name, newcomer.phone, 'accountId', 'operator', 'personId']) expect(text).not.toContain(inner)
      expect(text.replace(/"requestId":"[^"]*"/, '')).not.toMatch(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)
      await stranger.page.getByText(masked).waitFor()
      await expectAccessible(stranger)
      const [file] = await Promise.all([
        stranger.page.waitForEvent('download'),
        stranger.page.getByRole('link', { name: stranger.say('site', 'share.package') }).click(),
      ])
      expect(file.suggestedFilename()).toContain(number)
    })

    it('lets the stranger verify package and certificate in the browser, fact by fact, and tells an altered one apart', async () => {
      await stranger.go('/website-show/query')
      const sent = await largestRequest(stranger, async () => {
        const good = await verifyByFile(stranger, 'package.asice', packaged)
        await good.getByRole('heading', { name: stranger.say('proof', 'verdict.valid'), exact: true }).waitFor()
        await good.getByText(stranger.say('site', 'verify.rootOfSite.same')).waitFor()
        await expectAccessible(stranger)
        const altered = Buffer.from(packaged)
        altered[altered.indexOf(original.subarray(0, 40))]! ^= 1
        const bad = await verifyByFile(stranger, 'package.asice', altered)
        await bad.getByRole('heading', { name: stranger.say('proof', 'verdict.invalid'), exact: true }).waitFor()
        await bad
          .getByText(stranger.say('proof', 'reason.file-differs', { path: 'data/' }))
          .first()
          .waitFor()
        await expectAccessible(stranger)
        const pdf = await verifyByFile(stranger, 'certificate.pdf', certificate)
        await pdf.getByRole('heading', { name: stranger.say('proof', 'verdict.incomplete'), exact: true }).waitFor()
      })
      expect(sent).toBeLessThan(400)
    })

    it('shows the stranger the same laid out for a phone', async () => {
      const { page, say } = stranger
      await page.goto(link.replace('/attestation-share/', '/h5/certificate/'))
      const shown = page.getByRole('article')
      await shown.getByText(masked).waitFor()
      await shown.getByText(say('site', 'cert.fact.fixed'), { exact: true }).waitFor()
      const file = shown.locator('details').first()
      await file.locator('summary').click()
      expect(await file.locator('code').first().textContent()).toMatch(/^[0-9a-f]{64}$/)
      await expectAccessible(stranger)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await page.getByRole('link', { name: say('site', 'share.package') }).getAttribute('href')).toMatch(
        /\/package$/,
      )
      await page.getByRole('link', { name: say('site', 'share.check'), exact: true }).click()
      await page.waitForURL('**/website-show/query')
    })

    it('lets the stranger check a file without sending it, and tells a changed copy apart', async () => {
      await stranger.go('/website-show/query')
      await expectAccessible(stranger)
      const sent = await largestRequest(stranger, async () => {
        await checkByFile(stranger, original)
        await answer(stranger, 'match').waitFor()
        await stranger.page.getByText(number).waitFor()
        await expectAccessible(stranger)
        const changed = Buffer.from(original)
        changed[changed.length >> 1]! ^= 1
        await checkByFile(stranger, changed)
        await answer(stranger, 'noMatch').waitFor()
      })
      expect(sent).toBeLessThan(Math.min(400, original.length))
    })

    it('lets the stranger check by number and owner, and by hash', async () => {
      await checkByNumber(stranger, number, 'Somebody Else')
      await answer(stranger, 'noRecord').waitFor()
      await checkByNumber(stranger, number, name)
      await stranger.page.getByRole('article').getByText(address).first().waitFor()
      await expectAccessible(stranger)
      await checkByHash(stranger, createHash('sha256').update(original).digest('hex'))
      await answer(stranger, 'match').waitFor()
    })

    it('ends the link, and the stranger finds it gone', async () => {
      await revokeShare(owner)
      await stranger.page.goto(link)
      await stranger.page.getByRole('heading', { name: stranger.say('site', 'share.gone') }).waitFor()
      await expectAccessible(stranger)
    })

    it('met no error and no foreign host on the way', () => {
      expect([...owner.problems, ...stranger.problems]).toEqual([])
    })
  },
)
