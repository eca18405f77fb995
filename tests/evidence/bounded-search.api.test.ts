import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { listEvidence } from '../../server/evidence/evidence.repo.ts'
import { boundedSearch } from '../../server/evidence/seen-text/bounded-search.ts'
import type { AccountTx } from '../../server/kit/db/db.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { buildTestApp } from '../kit/build-test-app.ts'
import { buildEvidence } from '../kit/people/factories.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

const names = async (keyWord: string, as: Member) =>
  (await t.call(evidenceCalls.list, { body: { keyWord } as never }, as)).data.list.map((r) => r.name)

describe('a search', () => {
  it('knows a word by its look, as the page', async () => {
    const me = await t.member()
    await buildEvidence(t, me, { name: '一', seen: 'caf\u{e9} 合同甲方' })
    for (const word of ['cafe\u{301}', '合\u{ad}同', '合\u{200b}同', '合\u{2060}同', '\u{e9}\u{3000}合', '同\u{1}'])
      expect([word, await names(word, me)]).toEqual([word, ['一']])
    // Nothing that can be seen is no word, as in the field where it is typed.
    for (const word of ['\u{200b}', ' ']) expect([word, await names(word, me)]).toEqual([word, ['一']])
  })

  it('that takes too long is refused with what to do, and another account waits for none', async () => {
    const [me, other] = [await t.member(), await t.member()]
    const sleep = (tx: AccountTx) => sql`select pg_sleep(10)`.execute(tx)
    await expect(boundedSearch(t.services.db, me, sleep, 50)).rejects.toMatchObject({
      code: 'bad-parameter',
      fields: [{ path: 'keyWord', key: 'searchTooLong' }],
    })
    let [inside, most] = [0, 0]
    const held = Promise.withResolvers<void>()
    const mine = [1, 2, 3, 4, 5].map(() =>
      boundedSearch(t.services.db, me, async () => {
        most = Math.max(most, ++inside)
        await held.promise
        inside--
      }),
    )
    await expect.poll(() => inside, { timeout: 20_000 }).toBe(2)
    expect(await boundedSearch(t.services.db, other, async () => 'found')).toBe('found')
    held.resolve()
    await Promise.all(mine)
    expect(most).toBe(2)
  })

  it('looks no page up where none can be among what is asked for', async () => {
    const me = await t.member()
    await buildEvidence(t, me, { name: 'page', seen: '合同' })
    const asked = { keyWord: '合同', pageNum: 1, pageSize: 10, sort: [{ field: 'date' as const, descending: true }] }
    const lookups = async (find: object) => {
      const queries: string[] = []
      await t.services.db.forAccount(me, async (tx) => {
        const noted = tx.withPlugin({
          transformQuery: ({ node }) => (queries.push(JSON.stringify(node)), node),
          transformResult: async ({ result }) => result,
        })
        await listEvidence(noted as never, me, { ...asked, ...find })
      })
      return queries.filter((query) => query.includes('showing')).length
    }
    const file = 'ATTSETATIONFILE' as const
    for (const find of [{ category: file }, { within: [file] }, { categories: [file] }])
      expect([find, await lookups(find)]).toEqual([find, 0])
    expect(await lookups({ categories: [file, 'ATTSETATIONURL'] })).toBe(1)
  })
})
