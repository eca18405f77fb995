import { sql } from 'kysely'
import type { TemplateContent, TemplateFind } from '../../../contract/notarization/templates.ts'
import type { AccountTx, Queryable } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import { listPage } from '../../kit/db/list-page.ts'
import { now } from '../../kit/db/now.ts'
import type { Json } from '../../kit/db/schema.ts'

/** With what the newest version says. */
const templates = (db: Queryable) =>
  db
    .selectFrom('officeTemplate')
    .innerJoin('officeTemplateVersion', (join) =>
      join
        .onRef('officeTemplateVersion.templateId', '=', 'officeTemplate.id')
        .onRef('officeTemplateVersion.version', '=', 'officeTemplate.version'),
    )
const columns = [
  'officeTemplate.id',
  'officeTemplate.name',
  'officeTemplate.version',
  'officeTemplate.isOffered',
  'officeTemplate.changedAt',
  'officeTemplateVersion.personName',
  'officeTemplateVersion.content',
] as const

export function listTemplates(tx: AccountTx, accountId: string, find: TemplateFind) {
  let some = templates(tx).where('officeTemplate.accountId', '=', accountId)
  if (find.templateState) some = some.where('officeTemplate.isOffered', '=', find.templateState === 'offered')
  if (find.keyWord) some = some.where('officeTemplate.name', 'ilike', likeWord(find.keyWord))
  return listPage(tx, some, (q) => q.select(columns), find, {
    id: 'office_template.id',
    changedAt: 'office_template.changed_at',
    matterName: 'office_template.name',
  })
}

const one = (tx: AccountTx, accountId: string, id: string) =>
  templates(tx).select(columns).where('officeTemplate.accountId', '=', accountId).where('officeTemplate.id', '=', id)

export const findTemplate = (tx: AccountTx, accountId: string, id: string) => one(tx, accountId, id).executeTakeFirst()
export const lockTemplate = (tx: AccountTx, accountId: string, id: string) =>
  one(tx, accountId, id).forUpdate('officeTemplate').executeTakeFirst()
export type TemplateRecord = NonNullable<Awaited<ReturnType<typeof findTemplate>>>

export const versionsOf = (tx: AccountTx, templateId: string) =>
  tx
    .selectFrom('officeTemplateVersion')
    .select(['version', 'personName', 'createdAt'])
    .where('templateId', '=', templateId)
    .orderBy('version', 'desc')
    .execute()

export const findVersion = (tx: AccountTx, accountId: string, templateId: string, version: number) =>
  tx
    .selectFrom('officeTemplateVersion')
    .select('content')
    .where('accountId', '=', accountId)
    .where('templateId', '=', templateId)
    .where('version', '=', version)
    .executeTakeFirst()

interface Written {
  templateId: string
  version: number
  platformId: string
  accountId: string
  personId: string
  personName: string
  content: TemplateContent
}

export const insertVersion = (tx: AccountTx, { content, ...rest }: Written) =>
  tx
    .insertInto('officeTemplateVersion')
    .values({ ...rest, content: JSON.stringify(content) as unknown as Json })
    .execute()

export const changeTemplate = (
  tx: AccountTx,
  accountId: string,
  id: string,
  set: { name?: string; version?: number; isOffered?: boolean },
) =>
  tx
    .updateTable('officeTemplate')
    .set({ ...set, ...(set.version !== undefined && { changedAt: now }) })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute()

/** What offices of a platform offer to applicants; `db` sees all of them. */
export const offeredTemplates = (db: Queryable, platformId: string, officeId: string) =>
  templates(db)
    .select(columns)
    .where('officeTemplate.platformId', '=', platformId)
    .where('officeTemplate.accountId', '=', officeId)
    .where('officeTemplate.isOffered', '=', true)
    .orderBy(sql`office_template.name`)
    .orderBy('officeTemplate.id')
    .execute()
