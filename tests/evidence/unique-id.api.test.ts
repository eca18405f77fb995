import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Earlier, nthUniqueId, once } from '../../server/evidence/unique-id.service.ts'
import type { AccountTx } from '../../server/kit/db/db.ts'
import { newId, newPreservationNumber } from '../../server/kit/ids.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'

let t: TestApp
let owner: Member
beforeAll(async () => {
  t = await buildTestApp()
  owner = await t.member()
})
afterAll(() => t.close())

/** Makes one evidence for each address, and answers with their numbers. */
const make = (uniqueId: string, urls: string[], by: Member) => async (tx: AccountTx) => {
  const list = []
  for (const [i, url] of urls.entries()) {
    const number = newPreservationNumber()
    await sql`insert into evidence (id, number, platform_id, account_id, person_id, person_name, owner_name, owner_kind, category, name, url, labels, remark, lang, status, request, unique_id)
      values (${newId()}, ${number}, ${t.platformId}, ${by.accountId}, ${by.personId}, '', '', 'personal', 'ATTSETATIONURL', '', ${url}, '{}', '', 'zh-CN', 'queued', '{}', ${nthUniqueId(uniqueId, i)})`.execute(
      tx,
    )
    list.push(number)
  }
  return list
}
const answer = (urls: string[]) => ({
  isSame: (earlier: Earlier) => earlier.map((e) => e.url).join() === urls.join(),
  replay: (earlier: Earlier) => earlier.map((e) => e.number),
})
const ask = (uniqueId: string, urls: string[], { scope = {}, by = owner, before = async () => {} } = {}) =>
  once(
    t.services,
    { accountId: by.accountId, ...scope },
    uniqueId,
    answer(urls),
    async (tx) => (await before(), make(uniqueId, urls, by)(tx)),
  )

it('answers the same request with what it made the first time, and refuses another one under its id', async () => {
  const first = await ask('order', ['a', 'b'])
  expect(first).toHaveLength(2)
  expect(await ask('order', ['a', 'b'])).toEqual(first)
  await expect(ask('order', ['a'])).rejects.toMatchObject({ code: 'unique-id-repeated' })
  await expect(ask('order', ['a', 'c'])).rejects.toMatchObject({ code: 'unique-id-repeated' })
  expect(await ask('order', ['a'], { by: await t.member() })).toHaveLength(1)
})

it('answers both of two that came at the same moment with what one of them made', async () => {
  const racing = async (one: string[], other: string[]) => {
    const both = Promise.withResolvers<void>()
    let looked = 0
    // Neither makes anything before both have found nothing.
    const before = async () => {
      if (++looked === 2) both.resolve()
      await both.promise
    }
    const id = newId()
    return Promise.allSettled([ask(id, one, { before }), ask(id, other, { before })])
  }
  const [first, second] = await racing(['a', 'b'], ['a', 'b'])
  expect(first).toMatchObject({ status: 'fulfilled', value: [expect.any(String), expect.any(String)] })
  expect(second).toEqual(first)

  const different = await racing(['a'], ['b'])
  expect(different.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(different.find((r) => r.status === 'rejected')!.reason).toMatchObject({ code: 'unique-id-repeated' })
})

it('refuses an id that a colleague used whose evidence the caller may not see', async () => {
  const boss = await t.member({ kind: 'enterprise' })
  const colleague = await t.sub(boss)
  await ask('shared', ['a'], { by: boss })
  await expect(
    ask('shared', ['a'], { by: colleague, scope: { onlyPersonId: colleague.personId } }),
  ).rejects.toMatchObject({ code: 'unique-id-repeated' })
})
