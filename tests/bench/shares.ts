import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Envelope } from '../../contract/kit/envelope.ts'
import { createMember } from '../../server/accounts/people.repo.ts'
import { createSession } from '../../server/accounts/sign-in/sessions.repo.ts'
import { ensureLocalPlatform } from '../../server/platform/platform.service.ts'
import { bareSheet } from '../captures/batch/bare-sheet.ts'
import { startServiceProcess } from '../kit/outside/service-process.ts'
import { smallPdf } from '../kit/small-pdf.ts'
import { type Calls, callsOf, type Sender } from './kit/calls-of-shares.ts'
import { type Filled, withFilledService } from './kit/filled-service.ts'

const rounds = 15
/** Orders of an office that wait for their reports, of which each takes one. */
const orders = 100

const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!

/** Somebody who may do everything that is timed here: the owner of an account that is an office. */
async function openOfficeOf({ services, admin, owner }: Filled, nth: number): Promise<Sender> {
  const platform = await ensureLocalPlatform(services.db)
  const visitor = { platform, lang: 'en', ip: `127.0.1.${nth}`, userAgent: 'bench', requestId: 'bench' } as const
  const office = await services.db.asSystem(async (tx) => {
    const made = await createMember(tx, {
      platformId: platform.id,
      phone: String(13_500_000_000 + nth),
      personName: 'Examiner',
      accountName: 'Institute',
      kind: 'enterprise',
      role: 'owner',
      passwordPhc: null,
      consentVersion: null,
    })
    await sql`insert into office (account_id, platform_id, kind, full_name, case_word, licence, phone, address)
      values (${made.accountId}, ${platform.id}, 'institute', 'Institute', ${`x${nth}`}, 'xxxx', '021-66660000', 'xxxxx')`.execute(
      tx,
    )
    await sql`insert into office_member values (${made.membershipId}, ${platform.id}, ${made.accountId}, 'examiner', 'x')`.execute(
      tx,
    )
    return { ...made, token: await createSession(tx, visitor, made.personId) }
  })
  const { rows } = await admin.query<{ id: string }>(
    `insert into judicial_order (id, number, platform_id, account_id, office_id, office_name, kind, state, title, content, person_id, person_name, owner_name, owner_kind, submitted_at)
     select gen_random_uuid(), ($1::int * 10000000 + n)::text, $2, $3, $4, 'Institute', 'expertise', 'EXAMINING', 'Order', '{}', $5, 'Bench', 'Customer', 'enterprise', now()
     from generate_series(1, $6::int) n returning id`,
    [nth, platform.id, owner.accountId, office.accountId, owner.personId, orders],
  )
  return { token: office.token, orders: rows.map(({ id }) => id) }
}

async function timesOf({ sheet, paper, request }: Calls) {
  const [small, report] = [bareSheet('<row r="1"><c r="A1"><v>1</v></c></row>'), smallPdf('a'.repeat(1_000_000))]
  const asks: [string, () => Promise<Envelope>][] = [
    ['a sheet of one cell', () => sheet(small)],
    ['a report of 1 MB', () => paper(report)],
    ['a list of evidence', () => request('{}')],
  ]
  const taken: [string, number][] = []
  for (const [name, ask] of asks) {
    const times: number[] = []
    for (let i = 0; i < rounds; i++) {
      const began = performance.now()
      const { success, errorCode } = await ask()
      if (!success) throw new Error(`${name}: ${errorCode}`)
      times.push(performance.now() - began)
    }
    taken.push([name, middle(times)])
  }
  return taken
}

/** Times one account's sheet, report and request, alone and beside another account that sends the worst that it can. */
export const benchShares = (dir: string) =>
  withFilledService(dir, 1_000, async (filled) => {
    const [worst, other] = [await openOfficeOf(filled, 1), await openOfficeOf(filled, 2)]
    const { databaseUrl, dataDir } = filled
    const service = await startServiceProcess(dataDir, { DATABASE_URL: databaseUrl, SHIMAKAZE_CAPTURES: '0' })
    try {
      const calls = callsOf(service.url, other)
      await timesOf(calls)
      const alone = await timesOf(calls)
      const sending = new Worker(new URL('./kit/send-worst.ts', import.meta.url), {
        workerData: { url: service.url, sender: worst },
      })
      await sleep(3_000)
      const beside = await timesOf(calls)
      const told = once(sending, 'message')
      sending.postMessage('end')
      const [sent] = (await told) as [string[]]
      console.log(`One account sends the worst that it can, another one as ever (median of ${rounds}):`)
      for (const [i, [name, time]] of alone.entries()) {
        const [, now] = beside[i]!
        console.log(
          `  ${name.padEnd(20)} alone ${time.toFixed(0).padStart(5)} ms   beside ${now.toFixed(0).padStart(5)} ms   ${(now / time).toFixed(1)} times`,
        )
      }
      console.log(`  of what the first sent: ${sent.join(', ')}`)
    } finally {
      await service.end('SIGINT')
    }
  })
