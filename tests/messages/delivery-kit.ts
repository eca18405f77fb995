import { sql } from 'kysely'
import { messageSettings } from '../../server/messages/delivery/messages.settings.ts'
import { type Carriers, openCarriers } from '../../server/messages/delivery/carriers.ts'
import { deliverMessage } from '../../server/messages/delivery/deliver.ts'
import { type Message } from '../../server/kit/notify/messages.ts'
import type { TestApp } from '../kit/build-test-app.ts'

export const code = '731902'
export const phone = '13812345678'

/** A message with a code, as somebody who signs in gets one. */
export const aMessage = (t: TestApp, more: Partial<Message> = {}): Message => ({
  platformId: t.platformId,
  channel: 'sms',
  recipient: phone,
  template: 'login',
  params: { code, minutes: '5', platform: '风岛' },
  lang: 'zh-CN',
  text: `【风岛】登录验证码 ${code}`,
  secret: true,
  goodFor: 300,
  ...more,
})
export const aMail = (t: TestApp, more: Partial<Message> = {}) =>
  aMessage(t, { channel: 'mail', recipient: 'li.lei@example.com', subject: '风岛：验证码', ...more })

export interface Told {
  lines: string[]
  log: { warn(about: object, text: string): void }
}
export function listening(): Told {
  const lines: string[] = []
  return { lines, log: { warn: (about, text) => void lines.push(JSON.stringify({ ...about, text })) } }
}

/** Sends by the service's sender and gives the row's id. */
export async function sendMessage(t: TestApp, message: Message): Promise<string> {
  await t.services.db.asSystem((tx) => t.services.messages.send(tx, message))
  const { id } = await t.services.db.system
    .selectFrom('messageOutbox')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

export const rowOf = (t: TestApp, id: string) =>
  t.services.db.system.selectFrom('messageOutbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Jobs of a message that are still to run, with the seconds until they are due. */
export async function jobsOf(t: TestApp, id: string) {
  const { rows } = await sql<{
    id: string
    data: unknown
    wait: number
  }>`select id, data, extract(epoch from start_after - now())::float as wait from pgboss.job where name = 'message' and data->>'id' = ${id} and state in ('created', 'retry') order by start_after`.execute(
    t.services.db.system,
  )
  return rows
}

/** One attempt, as the job would make it; the job itself is taken out of its queue. */
export async function attempt(t: TestApp, id: string, carriers: Carriers, told = listening()) {
  const [job] = await jobsOf(t, id)
  if (job)
    await sql`update pgboss.job set state = 'active', started_on = now() where id = ${job.id}`.execute(
      t.services.db.system,
    )
  await deliverMessage({ services: t.services, carriers, log: told.log }, { jobId: job?.id ?? id, id })
  return rowOf(t, id)
}

/** Vendors that are given up on soon. */
export const impatient = (t: TestApp) => openCarriers(messageSettings.of(t.services.config), 700)

/** Everything that the database keeps of messages and their jobs, as text. */
export async function everythingKept(t: TestApp): Promise<string> {
  const { rows } = await sql<{
    kept: string
  }>`select coalesce(string_agg(kept, ' '), '') as kept from (select m::text as kept from message_outbox m union all select j::text from pgboss.job j where name = 'message') as all_of_it`.execute(
    t.services.db.system,
  )
  return rows[0]!.kept
}
