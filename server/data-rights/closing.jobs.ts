import { sql } from 'kysely'
import { lockClosing } from '../accounts/closing-guard.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Erasure } from '../kit/personal-data/personal-data.ts'
import type { Services } from '../kit/services.ts'
import { eachRow } from '../kit/work/each-row.ts'
import { type Language, say } from '../kit/words.ts'
import { openOrdersOf } from '../notarization/orders/open-orders.read.ts'
import { platformById, platformName } from '../platform/platform.service.ts'
import * as repo from './closing.repo.ts'
import { erase } from './erase.ts'
import { closingQueue } from './data-rights.queues.ts'

/** Hands on whoever's time to think it over has passed. */
export const sweepClosings = async ({ db, jobs }: Services) =>
  eachRow(await repo.dueOf(db), (id) => db.asSystem((tx) => jobs.enqueue(tx, closingQueue, { id })))

/** Whoever brought much has many rows to change at once. */
const patience = '10min'

/**
 * Closes somebody, all in one transaction: repeated, it finds nobody to close. What was begun before they asked is waited for: the
 * sweep comes again.
 */
export async function closeByJob(services: Services, erasures: readonly Erasure[], job: { jobId: string; id: string }) {
  const { db, jobs } = services
  await db.asSystem((tx) => keepOut(tx, job.id))
  try {
    await db.asSystem(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(patience)}`.execute(tx)
      const leaving = await leavingNow(tx, job.id)
      if (leaving) await closeNow(services, erasures, tx, leaving)
      else await repo.unmarkBegun(tx, job.id)
      await jobs.complete(tx, closingQueue, job.jobId)
    })
  } catch (error) {
    await db.asSystem((tx) => repo.unmarkBegun(tx, job.id))
    throw error
  }
}

interface LeavingNow {
  person: repo.LeavingPerson
  memberships: repo.ActiveMembership[]
}

/** Whoever is due and leaves nothing unsettled, locked. */
async function leavingNow(tx: Tx, id: string): Promise<LeavingNow | undefined> {
  await lockClosing(tx, id)
  const person = await repo.lockDue(tx, id)
  if (!person) return undefined
  const memberships = await repo.activeMembershipsOf(tx, id)
  const owned = repo.ownedOf(memberships)
  const { staff } = await repo.staffOf(tx, id, person.platformId)
  const open = await repo.evidenceIn(tx, id, owned, repo.unsettled)
  const kept = [
    ...open,
    ...(await repo.subsOf(tx, owned)),
    ...(await repo.balancesOf(tx, owned)),
    ...(await repo.transfersOf(tx, owned)),
    ...(await openOrdersOf(tx, owned)),
  ]
  return staff || kept.length ? undefined : { person, memberships }
}

/** Nobody waits for the rows of whoever is erased: their sessions, keys and logins are refused as long. */
async function keepOut(tx: Tx, id: string) {
  if (await leavingNow(tx, id)) await repo.markBegun(tx, id)
}

async function closeNow(services: Services, erasures: readonly Erasure[], tx: Tx, { person, memberships }: LeavingNow) {
  const owned = repo.ownedOf(memberships)
  await erase(tx, erasures, person, memberships)
  await tellLast(services, tx, person)
  const actor = (accountId: string | null) => ({
    system: true as const,
    platform: { id: person.platformId },
    accountId,
  })
  for (const { id, accountId, role } of memberships) {
    if (role === 'owner')
      await recordAct(tx, actor(accountId), { action: 'account.closed', subjectKind: 'account', subjectId: accountId })
    else await recordAct(tx, actor(accountId), { action: 'subAccount.left', subjectKind: 'membership', subjectId: id })
  }
  await recordAct(tx, actor(owned[0] ?? null), { action: 'closing.done', subjectKind: 'person', subjectId: person.id })
}

/** The last that they hear of the platform, at addresses that it does not know any more. */
async function tellLast({ messages }: Services, tx: Tx, { platformId, phone, mail, lang: spoken }: repo.LeavingPerson) {
  const lang = spoken as Language
  const params = { platform: platformName(await platformById(tx, platformId), lang) }
  const common = { platformId, template: 'accountClosed', lang, params }
  if (messages.can('sms', 'accountClosed'))
    await messages.send(tx, {
      ...common,
      channel: 'sms',
      recipient: phone,
      text: say(lang, 'accounts', 'sms.accountClosed', params),
    })
  if (mail && messages.can('mail'))
    await messages.send(tx, {
      ...common,
      channel: 'mail',
      recipient: mail,
      subject: say(lang, 'accounts', 'mails.accountClosed.subject', params),
      text: say(lang, 'accounts', 'mails.accountClosed.text', params),
    })
}
