import { sql } from 'kysely'
import { withFilledService } from './kit/filled-service.ts'

const rounds = 15

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!

async function time(work: () => Promise<unknown>): Promise<number> {
  const times = []
  for (let i = 0; i < rounds; i++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return middle(times)
}

/** A list of a million rows through the whole service, against SQL that returns the same rows to the same process. */
export const benchLists = (dir: string, rows = 1_000_000) =>
  withFilledService(dir, rows, async ({ app, services, admin, owner, token }) => {
    const list = async (body: object) => {
      const reply = (
        await app.inject({
          method: 'POST',
          url: '/shimakaze/attestation/composite/list',
          payload: body,
          headers: { 'x-auth-token': token },
        })
      ).json()
      if (!reply.success) throw new Error(JSON.stringify(reply))
      return reply.data as { list: { id: string }[]; cursor: string | null; total: number }
    }
    const plain = (where: string, offset = 0) =>
      admin.query(
        `select * from evidence where account_id = $1 and not hidden ${where} order by created_at desc, id desc limit 10 offset ${offset}`,
        [owner.accountId],
      )
    const deepCursor = async () => {
      const {
        rows: [row],
      } = await admin.query(
        `select created_at::text as at, id from evidence where account_id = $1 and not hidden order by created_at desc, id desc limit 1 offset ${Math.floor(rows / 2)}`,
        [owner.accountId],
      )
      return { value: row.at as string, id: row.id as string }
    }
    const deep = await deepCursor()
    const cursor = Buffer.from(JSON.stringify(['-date', deep.value, deep.id])).toString('base64url')
    const cases: [string, object, () => Promise<unknown>][] = [
      ['first page', {}, () => plain('')],
      ['by status', { status: 'failed' }, () => plain(`and status = 'failed'`)],
      ['by label', { label: 'label 7' }, () => plain(`and labels @> array['label 7']`)],
      [
        'by days',
        { startDate: '2026-03-01', endDate: '2026-03-02' },
        () => plain(`and created_at >= '2026-03-01T00:00+08' and created_at < '2026-03-03T00:00+08'`),
      ],
      [
        'by word, rare',
        { keyWord: 'item/777777' },
        () =>
          plain(
            `and (name ilike '%item/777777%' or url ilike '%item/777777%' or remark ilike '%item/777777%' or number = 'item/777777')`,
          ),
      ],
      ['page 5,000', { pageNum: 5_000 }, () => plain('', 49_990)],
      ['half-way by cursor', { cursor }, () => plain(`and (created_at, id) < ('${deep.value}', '${deep.id}')`)],
    ]
    console.log(`List of ${rows.toLocaleString('en')} evidence rows, ten a page (median of ${rounds}):`)
    for (const [name, body, direct] of cases) {
      const [ours, bare] = [await time(() => list(body)), await time(direct)]
      console.log(
        `  ${name.padEnd(20)} service ${ours.toFixed(1).padStart(7)} ms   bare SQL ${bare.toFixed(1).padStart(7)} ms`,
      )
      await sql`delete from call_window`.execute(services.db.system)
    }
    const hash = await time(() =>
      app.inject({ method: 'GET', url: `/shimakaze/query/attestation/file?sha256=${'0'.repeat(64)}` }),
    )
    console.log(`  public check by hash service ${hash.toFixed(1).padStart(7)} ms`)
  })
