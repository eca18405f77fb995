import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { shareCalls } from '../../../contract/certificates/share.ts'
import { type Player, playerOf } from '../../../contract/certificates/shared-files.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import type { Visitor } from '../../kit/browser/browser.ts'
import { callAs, registerByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { captureTime } from '../../kit/browser/evidence-list.ts'
import { somebody } from '../../kit/browser/sign-in.ts'
import { openVisitors } from '../../kit/browser/visitors.ts'

const { service, shop } = inject('world')
const open = openVisitors(service)
const settings = [
  { language: 'zh-CN', device: 'phone', theme: 'light' },
  { language: 'en', device: 'phone', theme: 'dark' },
] as const

/** Nought until a picture is there. */
const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth

/** The narrowest phone that pages are made for. */
async function onPhone(setting: (typeof settings)[number]): Promise<Visitor> {
  const visitor = await open(setting)
  await visitor.page.setViewportSize({ width: 360, height: 740 })
  return visitor
}

async function expectGood(visitor: Visitor) {
  await expectAccessible(visitor)
  expect(await visitor.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
}

const chosen = dressed(settings)

describe.each(chosen)('in $language at 360 px', (setting) => {
  // One address may open so many links a minute: a second round begins in the next.
  beforeAll(async () => {
    if (setting !== chosen[0]) await pause(60_000 - (Date.now() % 60_000))
  })

  let owner: Visitor
  let stranger: Visitor
  let number: string
  let link: { id: string; token: string }
  let files: { fileName: string; fileType: string; sha256: string }[]

  /** Where the first file of a kind stands, counted from 1. */
  const placeOf = (player: Player | null) => files.findIndex((f) => playerOf(f.fileType) === player) + 1
  const addressOf = (position: number) => `/shimakaze/share/${link.token}/file/${position}`
  const previewOf = (address: string, type: string, of = number) =>
    `/mobile/preview/${encodeURIComponent(address)}/${type}/${of}`
  const filePage = (position: number) => `/attestation-mobile/preview/info?token=${link.token}&file=${position}`
  const certificates = () => [
    `/attestation-mobile/${link.token}`,
    `/att-mobile-scene/${link.token}`,
    `/sceneForensics/attestation-share/${link.token}`,
    `/onlineForensics/recorder/attestation-share/${link.token}`,
    `/mobile/attestation/${number}/${link.token}`,
    `/attestation-mobile/lilapp/${link.token}`,
    `/att-mobile-hash/${link.token}`,
  ]

  it('somebody without a session is led to sign in, and one with it captures a page', async () => {
    owner = await onPhone(setting)
    const { page, say } = owner
    await owner.go('/app/web')
    await page
      .getByRole('link', { name: say('certificates', 'phone.web.toSignIn'), exact: true })
      .last()
      .waitFor()
    await expectGood(owner)
    const person = somebody('沈青', 'personal')
    await registerByCalls(owner, service, person)
    await owner.go('/app/web')
    const urls = page.getByLabel(say('certificates', 'phone.web.urls'), { exact: true })
    const submit = page.getByRole('button', { name: say('certificates', 'phone.web.submit'), exact: true })
    await urls.waitFor()
    await submit.click()
    await page.getByText(say('certificates', 'phone.web.needUrl')).waitFor()
    await urls.fill('\nnot a url')
    await submit.click()
    await page.getByText(say('certificates', 'phone.web.line', { line: 2, message: '' }).trim()).waitFor()
    await expectGood(owner)
    await urls.fill(`${shop}/landing`)
    await submit.click()
    await page.getByText(say('certificates', 'phone.web.started', { count: 1 })).waitFor()
    const row = page.getByRole('listitem').filter({ hasText: `${shop}/landing` })
    await row.getByText(say('certificates', 'phone.web.status.collected')).waitFor({ timeout: captureTime })
    await expectGood(owner)
    const { list } = await callAs(owner, evidenceCalls.list, { body: {} })
    number = list[0]!.ano
    expect(await row.getByRole('link').getAttribute('href')).toBe(`/attestation/${number}`)
    link = await callAs(owner, shareCalls.create, { body: { ano: number, withPackage: true } })
    stranger = await onPhone(setting)
    files = (await callAs(stranger, shareCalls.open, { params: { token: link.token }, query: {} })).files
  })

  it('a stranger reads the certificate under each of its addresses', async () => {
    for (const path of certificates()) {
      await stranger.go(path)
      await stranger.page.getByRole('main').getByText(number).first().waitFor()
      await expectGood(stranger)
    }
    await stranger.go(`/mobile/attestation/261121000000000000/${link.token}`)
    await stranger.page.getByRole('heading', { name: stranger.say('site', 'share.gone') }).waitFor()
  })

  it('goes from the certificate to its files, and from one to the next', async () => {
    const { page, say } = stranger
    await stranger.go(`/attestation-mobile/${link.token}`)
    await page.getByRole('link', { name: say('certificates', 'shared.files.open') }).click()
    await page.getByRole('heading', { name: say('certificates', 'shared.files.title') }).waitFor()
    await expectGood(stranger)
    await page.getByRole('link').filter({ hasText: files[0]!.fileName }).first().click()
    const [place, count] = ['shared.file.place', files.length]
    await page.getByText(say('certificates', place, { position: 1, count })).waitFor()
    await page.getByRole('link', { name: say('certificates', 'shared.file.next') }).click()
    await page.getByText(say('certificates', place, { position: 2, count })).waitFor()
    await page.getByRole('link', { name: say('certificates', 'shared.file.previous') }).click()
    await page.getByRole('link', { name: say('certificates', 'shared.toCertificate') }).click()
    await page.waitForURL(`**/attestation-mobile/${link.token}`)
  })

  it('looks at a picture, a text and a document, and is offered to save whatever else there is', async () => {
    const { page, say } = stranger
    const shown = page.getByRole('main').locator('.shown')
    await stranger.go(filePage(placeOf('image')))
    await shown.waitFor()
    await expect.poll(() => shown.evaluate(widthOf)).toBeGreaterThan(0)
    await expectGood(stranger)
    await stranger.go(filePage(placeOf('text')))
    await expect.poll(() => shown.textContent()).not.toBe('')
    await expectGood(stranger)
    await stranger.go(`/sceneForensics${filePage(placeOf('pdf'))}`)
    await expect.poll(() => shown.getAttribute('src')).toMatch(/^http:\/\/preview\.localhost:\d+\/p\//)
    await stranger.go(filePage(placeOf(null)))
    await page.getByText(say('certificates', 'shared.file.noPlayer')).waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: say('certificates', 'shared.file.save') }).click(),
    ])
    expect(await saved.failure()).toBeNull()
    await stranger.go(filePage(files.length + 1))
    await page.getByRole('heading', { name: say('certificates', 'shared.file.missing') }).waitFor()
    await expectGood(stranger)
  })

  it('checks a file of their own against the digests, without sending it', async () => {
    const { page, say } = stranger
    const position = placeOf('text')
    const original = await (await stranger.context.request.get(addressOf(position))).body()
    await stranger.go(`/att-mobile-hash/${link.token}`)
    const choose = page.getByLabel(say('certificates', 'shared.digest.choose'))
    await choose.setInputFiles({ name: 'mine', mimeType: 'text/plain', buffer: original })
    const { fileName } = files[position - 1]!
    await page.getByRole('heading', { name: say('certificates', 'shared.digest.same', { name: fileName }) }).waitFor()
    await expectGood(stranger)
    await choose.setInputFiles({ name: 'other', mimeType: 'text/plain', buffer: Buffer.concat([original, original]) })
    await page.getByRole('heading', { name: say('certificates', 'shared.digest.none') }).waitFor()
    await page
      .getByRole('button', { name: new RegExp(say('common', 'copyNamed', { name: 'SM3' })) })
      .first()
      .click()
    await page.getByText(say('common', 'copied')).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('opens a file by an address in the path, where all of it fits', async () => {
    const { page, say } = stranger
    const position = placeOf('image')
    const shown = page.getByRole('main').locator('img.shown')
    for (const path of [
      previewOf(addressOf(position), 'image'),
      previewOf(`${service.url}${addressOf(position)}`, 'image'),
      `/mobile/previewProgress/${encodeURIComponent(addressOf(position))}`,
      `/mobile/previewProgress${addressOf(position)}`,
    ]) {
      await stranger.go(path)
      await shown.waitFor()
      await expect.poll(() => shown.evaluate(widthOf)).toBeGreaterThan(0)
    }
    await expectGood(stranger)
    await page.getByRole('link', { name: say('certificates', 'shared.file.save') }).waitFor()
  })

  it('can stop the loading of a file, and begin it again', async () => {
    const { page, say } = stranger
    let goOn = () => {}
    const held = new Promise<void>((done) => (goOn = done))
    await page.route('**/shimakaze/share/*/file/*', async (route) => {
      await held
      await route.fallback()
    })
    await stranger.go(`/mobile/previewProgress/${encodeURIComponent(addressOf(placeOf('image')))}`)
    await page.getByRole('progressbar').waitFor()
    await expectGood(stranger)
    await page.getByRole('button', { name: say('certificates', 'shared.progress.cancel'), exact: true }).click()
    await page.getByText(say('certificates', 'shared.progress.cancelled')).waitFor()
    goOn()
    await page.unroute('**/shimakaze/share/*/file/*')
    await page.getByRole('button', { name: say('certificates', 'shared.progress.again'), exact: true }).click()
    await page.getByRole('main').locator('img.shown').waitFor()
  })

  it('loads nothing where the address is not ours, and no file that is not what the address says', async () => {
    const { page, say } = stranger
    const [own, asked] = [addressOf(placeOf('image')), [] as string[]]
    page.on('request', (r) => asked.push(r.url()))
    const foreign = ['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)', 'data:image/png;base64,AAAA']
    const hidden = [
      encodeURIComponent(own),
      own.replaceAll('/', '\\'),
      own.replace('/file/', '/file/../file/'),
      `http://user@${new URL(service.url).host}${own}`,
    ]
    const refused = page.getByRole('heading', { name: say('certificates', 'shared.address.refused') })
    for (const address of [...foreign, ...hidden]) {
      for (const path of [previewOf(address, 'image'), `/mobile/previewProgress/${encodeURIComponent(address)}`]) {
        await stranger.go(path)
        await refused.waitFor()
      }
    }
    await expectGood(stranger)
    expect(asked.filter((url) => url.includes('/shimakaze/share/'))).toEqual([])
    expect(asked.filter((url) => !url.startsWith(service.url))).toEqual([])
    for (const path of [
      previewOf(own, 'video'),
      previewOf(own, 'image', '261121000000000000'),
      previewOf(own, 'exe'),
    ]) {
      await stranger.go(path)
      await refused.waitFor()
    }
    expect(asked.filter((url) => /\/shimakaze\/share\/[^/]+\/file\//.test(url))).toEqual([])
  })

  it('says what a phone can do, and names no app where there is none', async () => {
    const { page, say } = stranger
    await stranger.go('/sceneForensics/appDownload')
    await page.getByText(say('certificates', 'phone.app.none')).waitFor()
    await expectGood(stranger)
    for (const name of ['get', 'ios', 'android'])
      expect(await page.getByText(say('certificates', `phone.app.${name}`), { exact: true }).count()).toBe(0)
  })

  it('shows nothing any more once the link is revoked', async () => {
    await callAs(owner, shareCalls.revoke, { params: { id: link.id } })
    const gone = stranger.page.getByRole('heading', { name: stranger.say('site', 'share.gone') })
    const image = placeOf('image')
    for (const path of [
      ...certificates(),
      `/sceneForensics/attestation-mobile?token=${link.token}`,
      filePage(image),
      `/sceneForensics${filePage(image)}`,
      previewOf(addressOf(image), 'image'),
      `/mobile/previewProgress/${encodeURIComponent(addressOf(image))}`,
    ]) {
      await stranger.go(path)
      await gone.waitFor()
      expect(await stranger.page.locator('.shown, .certificate').count()).toBe(0)
      expect(await stranger.page.content()).not.toContain(files[0]!.sha256)
    }
    expect((await stranger.context.request.get(addressOf(image))).status()).toBe(410)
  })
})
