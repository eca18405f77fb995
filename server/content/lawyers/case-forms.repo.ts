import { sql } from 'kysely'
import { type CaseFormFind, type CaseState, keptCaseDays } from '../../../contract/content/case-forms.ts'
import type { AccountTx, Database, Queryable, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'

export interface NewCase {
  id: string
  number: string
  platformId: string
  lawyerId: string | null
  accountId: string | null
  personId: string | null
  sealed: string
  nameMasked: string
  phoneMasked: string
  cityCode: string | null
  fieldId: string | null
  title: string
  content: string
  files: string[]
  consentVersion: string
}
export const insertCase = (tx: Tx, form: NewCase) => tx.insertInto('caseForm').values(form).execute()

/** Whoever has a phone here, while they are neither gone nor shut out. */
export const personAt = (tx: Tx, platformId: string, phone: string) =>
  tx
    .selectFrom('person')
    .select('id')
    .where('platformId', '=', platformId)
    .where('phone', '=', phone)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirst()

const asked = [
  'caseForm.id',
  'number',
  'lawyerId',
  'fieldId',
  'caseForm.cityCode',
  'title',
  'content',
  'state',
  'answer',
  'answeredAt',
  'closedReason',
  'caseForm.createdAt',
] as const
const forStaff = [
  ...asked,
  'accountId',
  'personId',
  'sealed',
  'nameMasked',
  'phoneMasked',
  'acceptedBy',
  'closedAt',
  'lawyerToldAt',
  'files',
  'caseForm.version',
] as const

const ofPlatform = (db: Queryable, platformId: string) =>
  db.selectFrom('caseForm').where('caseForm.platformId', '=', platformId)

export function listCases(db: Queryable, platformId: string, { caseState, keyWord, ...wanted }: CaseFormFind) {
  let some = ofPlatform(db, platformId)
  if (caseState) some = some.where('state', '=', caseState)
  if (keyWord) some = some.where(sql<boolean>`concat_ws(' ', number, title) ilike ${likeWord(keyWord)}`)
  return listPage(db, some, (q) => q.select(forStaff), wanted, { createdAt: 'created_at', title: 'title' })
}

export function findCase(db: Queryable, platformId: string, id: string, { lock = false } = {}) {
  const one = ofPlatform(db, platformId).select(forStaff).where('caseForm.id', '=', id)
  return (lock ? one.forUpdate() : one).executeTakeFirst()
}
export type CaseRecord = NonNullable<Awaited<ReturnType<typeof findCase>>>

/** Of a person, in whichever of their accounts. */
const own = (tx: AccountTx, { platformId, personId }: { platformId: string; personId: string }) =>
  ofPlatform(tx, platformId).where('personId', '=', personId)

export async function listOwn(
  tx: AccountTx,
  whose: { platformId: string; personId: string },
  { pageNum, pageSize }: { pageNum: number; pageSize: number },
) {
  const rows = await own(tx, whose)
    .select(asked)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute()
  const { total } = await own(tx, whose)
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}

export const findOwn = (tx: AccountTx, whose: { platformId: string; personId: string }, id: string) =>
  own(tx, whose).select(asked).where('caseForm.id', '=', id).executeTakeFirst()
export type OwnRecord = NonNullable<Awaited<ReturnType<typeof findOwn>>>

/** What lawyers and fields are called, by their ids. */
export async function namesOf(db: Queryable, rows: Pick<OwnRecord, 'lawyerId' | 'fieldId'>[]) {
  const ids = (of: 'lawyerId' | 'fieldId') => [...new Set(rows.flatMap((row) => row[of] ?? []))]
  const [lawyers, fields] = await Promise.all([
    db
      .selectFrom('lawyer')
      .select(['id', 'name'])
      .where(sql<boolean>`id = any(${ids('lawyerId')}::uuid[])`)
      .execute(),
    db
      .selectFrom('lawyerField')
      .select(['id', 'fieldZh', 'fieldEn'])
      .where(sql<boolean>`id = any(${ids('fieldId')}::uuid[])`)
      .execute(),
  ])
  return { lawyers: new Map(lawyers.map((l) => [l.id, l.name])), fields: new Map(fields.map((f) => [f.id, f])) }
}

const step = (tx: Tx, id: string, state: CaseState) =>
  tx
    .updateTable('caseForm')
    .set({ state, version: sql<number>`version + 1` })
    .where('id', '=', id)

export const accept = (tx: Tx, id: string, acceptedBy: string) => step(tx, id, 'ACCEPTED').set({ acceptedBy }).execute()
export const answer = (tx: Tx, id: string, text: string, by: string) =>
  step(tx, id, 'ANSWERED')
    .set({ answer: text, answeredAt: now, acceptedBy: sql<string>`coalesce(accepted_by, ${by})` })
    .execute()
export const close = (tx: Tx, id: string, closedReason: string) =>
  step(tx, id, 'CLOSED').set({ closedReason, closedAt: now }).execute()

/** That something was asked and answered stays; what and by whom does not. */
export const erased = (shadow: string) =>
  sql`sealed = null, name_masked = ${shadow}, phone_masked = '', title = '-', content = '-', files = '{}', city_code = null,
    answer = case when answer is null then null else '-' end, closed_reason = case when closed_reason is null then null else '-' end, version = version + 1`

export const eraseCase = (tx: Tx, id: string) => sql`update case_form set ${erased('-')} where id = ${id}`.execute(tx)

/** Of senders without an account, who cannot close one. What nobody answers is closed: personal data is not kept without an end. */
export const sweepCases = (db: Database) =>
  db.asSystem(async (tx) => {
    const ofVisitors = sql`person_id is null and sealed is not null`
    const kept = sql`app_now() - make_interval(days => ${keptCaseDays})`
    await sql`update case_form set state = 'CLOSED', closed_at = app_now(), version = version + 1
      where ${ofVisitors} and state in ('NEW', 'ACCEPTED') and created_at < ${kept}`.execute(tx)
    await sql`update case_form set ${erased('-')}
      where ${ofVisitors} and coalesce(closed_at, answered_at) < ${kept}`.execute(tx)
  })

/** The lawyer whom a form names, once: undefined where there is none to mail, or they know. */
export async function claimToldLawyer(tx: Tx, id: string) {
  const { rows } = await sql<{
    platformId: string
    number: string
    title: string
    content: string
    name: string
    mail: string
  }>`update case_form c set lawyer_told_at = app_now() from lawyer l
    where c.id = ${id} and c.lawyer_told_at is null and c.sealed is not null and l.id = c.lawyer_id and l.mail is not null
    returning c.platform_id, c.number, c.title, c.content, l.name, l.mail`.execute(tx)
  return rows[0]
}
