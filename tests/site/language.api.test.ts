import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

const refusals = { en: /No|not/, zh: /\p{Script=Han}/u }
let t: TestApp
let reader: Member
beforeAll(async () => {
  t = await buildTestApp()
  reader = await t.member()
  await t.services.db.asSystem((tx) =>
    tx.updateTable('person').set({ lang: 'en' }).where('id', '=', reader.personId).execute(),
  )
})
afterAll(() => t.close())

/** What a refused call says: the evidence is not there. */
const refusal = async (as: Member, headers: Record<string, string> = {}) =>
  (await t.call(evidenceCalls.detail, { body: { ano: '261121000000000000' } as never }, as, headers)).errorMessage

describe('a message to somebody signed in', () => {
  it('is in the person’s language, whatever the browser asks for', async () => {
    expect(await refusal(reader, { 'accept-language': 'zh-CN' })).toMatch(refusals.en)
    expect(await refusal(await t.member(), { 'accept-language': 'en' })).toMatch(refusals.zh)
  })

  it('is in the language chosen in that browser, where a link carries no header', async () => {
    expect(await refusal(reader, { cookie: 'shimakaze-lang=zh-CN' })).toMatch(refusals.zh)
    expect(await refusal(reader, { cookie: 'shimakaze-lang=zh-CN', 'x-lang': 'en' })).toMatch(refusals.en)
    expect(await refusal(reader, { cookie: 'shimakaze-lang=<script>' })).toMatch(refusals.en)
  })

  it('is in the language of the page where the page names one', async () => {
    expect(await refusal(reader, { 'x-lang': 'zh-CN' })).toMatch(refusals.zh)
  })
})
