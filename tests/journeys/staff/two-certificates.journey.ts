import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { shareCalls } from '../../../contract/certificates/share.ts'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls } from '../../../contract/platform/files.ts'
import { settingsOfPlatformCalls } from '../../../contract/platform/settings.ts'
import { depositCalls } from '../../../contract/registry/deposits.ts'
import { uploadCalls } from '../../../contract/registry/uploads.ts'
import { expectAccessible } from '../../kit/browser/axe.ts'
import {
  named,
  openVisitor,
  type Setting,
  shareBrowser,
  type SharedBrowser,
  type Visitor,
} from '../../kit/browser/browser.ts'
import { registerByCalls, signInByCalls } from '../../kit/browser/by-calls.ts'
import { dressed } from '../../kit/browser/dress.ts'
import { makeOwnPlatform, platformKey } from '../../kit/browser/own-platform.ts'
import { newcomer } from '../../kit/browser/sign-in.ts'
import { tellOnFailure } from '../../kit/browser/tell-on-failure.ts'
import { until } from '../../kit/browser/until.ts'
import { callWithin, pdfWithin, sendWithin } from '../../kit/browser/within-page.ts'
import { requireTool, runTool } from '../../kit/outside/tools.ts'
import { paintedIn } from '../../kit/outside/painted-in.ts'
import { png } from '../../kit/pictures.ts'

const { service } = inject('world')
let browser: SharedBrowser
const visitors: Visitor[] = []
tellOnFailure(service, () => visitors)
beforeAll(async () => {
  browser = await shareBrowser()
})
afterAll(() => browser.close())

const settings: Setting[] = [
  { language: 'zh-CN', device: 'desktop', theme: 'light' },
  { language: 'en', device: 'phone', theme: 'light' },
]
const [green, brown, purple] = ['#1b5e20', '#8a3b12', '#7a1fa2']
const colours = [green, brown, purple, '#1f3a5f']
const rgb = (colour: string) => `rgb(${[1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16)).join(', ')})`

async function open(url: string, setting: Setting) {
  const visitor = await openVisitor(browser, url, setting)
  visitors.push(visitor)
  return visitor
}

interface Place {
  url: string
  name: string
  colour: string
  logo: string
  /** In the console: its administrator, and somebody who has an account there. */
  administrator: Visitor
  owner: Visitor
}

/** Of the first thing that is called so, as the browser paints it. */
const groundOf = ({ page }: Visitor, selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`)

async function made(chief: Visitor, setting: Setting, named: { key: string; name: string; colour: string }) {
  const { key, name, colour } = named
  const { url, administrator } = await makeOwnPlatform(chief, service, { key, name }, (at) => open(at, setting))
  const owner = await open(url, setting)
  const picture = { bytes: png(32, 16), name: 'logo.png', mediaType: 'image/png', fields: { scene: 'platform' } }
  const { fileId } = await sendWithin(administrator, fileCalls.upload, picture)
  const settings = { nameZh: name, nameEn: name, brandColour: colour, whiteBottomLogo: fileId, blackBottomLogo: fileId }
  await callWithin(administrator, settingsOfPlatformCalls.save, { body: settings })
  await owner.go('/login')
  await registerByCalls(owner, service, newcomer('沈青', 'personal'), '/browse', callWithin)
  return { url, name, colour, logo: fileId, administrator, owner }
}

/** Of a file that somebody deposits there: the number, and the certificate once it is issued. */
async function certified({ owner }: Place) {
  const file = { bytes: Buffer.from('合同正文'), name: '合同.txt', mediaType: 'text/plain' }
  const { fileId } = await sendWithin(owner, uploadCalls.upload, file)
  const { list } = await callWithin(owner, depositCalls.files, { body: { fileIds: [fileId] } })
  const number = list[0]!.no
  const path = pathOf(evidenceCalls.pdfBytes, { ano: number })
  return { number, certificate: await until('the certificate', () => pdfWithin(owner, path)) }
}

async function textOf(pdf: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'skz-two-'))
  try {
    await writeFile(join(folder, 'certificate.pdf'), pdf)
    return runTool('pdftotext', ['-layout', join(folder, 'certificate.pdf'), '-']).text
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Its website, as somebody sees it who is led there by its host. */
async function expectOwn(place: Place, other: Place, reader: Visitor) {
  await until(`the website of ${place.name}`, async () => {
    await reader.go('/')
    await reader.page.getByRole('heading', { level: 1 }).waitFor()
    return (await groundOf(reader, '.button.primary')) === rgb(place.colour) || undefined
  })
  const html = await reader.page.content()
  for (const own of [place.name, place.logo]) expect(html).toContain(own)
  for (const foreign of [other.name, other.logo, other.colour]) expect(html).not.toContain(foreign)
}

describe.each(dressed(settings))('in $language on a $device', (setting) => {
  const key = platformKey(setting.language)
  let first: Place
  let second: Place

  it('two platforms stand side by side, each by its host with name, colour and logo of its own', async () => {
    const chief = await open(service.url, setting)
    await signInByCalls(chief, service.accounts.administrator)
    first = await made(chief, setting, { key: `one-${key}`, name: `青岚存证${key}`, colour: green })
    second = await made(chief, setting, { key: `two-${key}`, name: `赤峰存证${key}`, colour: brown })
    for (const [place, other] of [
      [first, second],
      [second, first],
    ] as const)
      await expectOwn(place, other, await open(place.url, setting))
  })

  it.runIf(requireTool('pdftoppm') && requireTool('pdftotext'))(
    'each issues certificates with its name and colour, and a share link opens at its own host alone',
    async () => {
      for (const [place, other] of [
        [first, second],
        [second, first],
      ] as const) {
        const { number, certificate } = await certified(place)
        expect(paintedIn(certificate, colours)).toEqual([place.colour])
        const text = await textOf(certificate)
        expect(text).toContain(place.name)
        expect(text).toContain(new URL(place.url).host)
        for (const foreign of [other.name, new URL(other.url).host]) expect(text).not.toContain(foreign)

        const { token } = await callWithin(place.owner, shareCalls.create, { body: { ano: number } })
        const [here, there] = [await open(place.url, setting), await open(other.url, setting)]
        await here.go(`/attestation-share/${token}`)
        await here.page.getByRole('main').getByText(number).first().waitFor()
        await there.go(`/attestation-share/${token}`)
        await there.page.getByRole('heading', { name: there.say('site', 'share.gone') }).waitFor()
        expect(await there.page.content()).not.toContain(number)
      }
    },
  )

  it.runIf(requireTool('pdftoppm'))(
    'an administrator changes the colour, and website, console and the next certificate have it',
    async () => {
      const { administrator } = first
      const { page, go, say } = administrator
      await go('/operator/platform')
      await page.getByLabel(say('operator', 'field.brandColour'), { exact: true }).fill(purple)
      await page.getByRole('button', { name: named(say('common', 'save')) }).click()
      await page.getByText(say('common', 'form.saved')).waitFor()
      first.colour = purple
      const reader = await open(first.url, setting)
      await expectOwn(first, second, reader)
      await expectAccessible(reader)
      await until('the colour in the console', async () => {
        await page.evaluate('sessionStorage.clear()')
        await go('/operator/platform')
        await page.getByRole('button', { name: named(say('common', 'save')) }).waitFor()
        return (await groundOf(administrator, '.ant-btn-primary')) === rgb(purple) || undefined
      })
      expect(paintedIn((await certified(first)).certificate, colours)).toEqual([purple])
      for (const { problems } of visitors) expect(problems).toEqual([])
      for (const opened of visitors.splice(0)) await opened.close()
    },
  )
})
