import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBeRead, contrastOf, grounds, leastContrast, shadesOf } from '../../contract/platform/colours.ts'
import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { settingsOfPlatformCalls as calls } from '../../contract/platform/settings.ts'
import { newId } from '../../server/kit/ids.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let administrator: Member
const there = { host: 'other.example' }
beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp()
  administrator = await t.member({ name: '管理员', role: 'administrator' })
  await t.services.db.system
    .insertInto('platform')
    .values({ id: newId(), notaryId: 'other', name: JSON.stringify({ zh: '另一平台' }) as never, hosts: [there.host] })
    .execute()
})
afterAll(() => t.close())

const save = (body: object) => t.call(calls.save, { body: { nameZh: '岛风存证', ...body } }, administrator)
const problems = (reply: object) =>
  (reply as { data: { fields: { path: string; key: string }[] } }).data.fields.map((f) => `${f.path} ${f.key}`)

describe('the colours of a platform', () => {
  it('stand on its pages and no other’s, as it chose them', async () => {
    expect((await save({ brandColour: '#7A1FA2', brandColourDark: '#CE93D8' })).success).toBe(true)
    const page = async (headers = {}) => (await t.inject({ url: '/', headers })).body
    expect(await page()).toContain('<style id="colours">:root{--skz-brand:#7a1fa2;')
    expect(await page()).toContain(":root[data-theme='dark']{--skz-brand:#ce93d8;")
    expect(await page(there)).not.toContain('#7a1fa2')
    const told = async (headers = {}) =>
      (await t.call(dictionaryCalls.dictionary, {}, undefined, headers)).data.frontPlatformInfo.colours
    expect((await told()).light).toMatchObject({ brand: '#7a1fa2', onBrand: '#ffffff' })
    expect(await told(there)).toEqual({ light: null, dark: null })
    await save({})
    expect(await page()).not.toContain('<style id="colours">')
  })

  it.each([
    ['too light for white', { brandColour: '#9ad0d8' }, 'brandColour contrast.light'],
    ['too dark for dark pages', { brandColourDark: '#0b5c6b' }, 'brandColourDark contrast.dark'],
    ['a name', { brandColour: 'red' }, 'brandColour colour'],
    ['an end of the style', { brandColour: '#}</s' }, 'brandColour colour'],
    ['with signs that could not be seen', { brandColour: '#0b5c6\u200b' }, 'brandColour colour'],
  ])('are refused where one is %s', async (_, body, problem) => expect(problems(await save(body))).toContain(problem))

  it('can be read with all that follows from them', () => {
    for (let i = 0; i < 4_096; i++) {
      const colour = `#${[i >> 8, (i >> 4) & 15, i & 15].map((n) => (n * 17).toString(16).padStart(2, '0')).join('')}`
      for (const appearance of ['light', 'dark'] as const) {
        if (!canBeRead(colour, appearance)) continue
        const { strong, tint, onBrand } = shadesOf(colour, appearance)
        const least = Math.min(
          contrastOf(colour, grounds[appearance]),
          contrastOf(strong, tint),
          contrastOf(onBrand, colour),
        )
        expect({ colour, appearance, readable: least >= leastContrast }).toEqual({ colour, appearance, readable: true })
      }
    }
  })
})
