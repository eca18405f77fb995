import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Found } from '../../../contract/evidence/evidence.ts'
import type { AccountTx, Scope, Tx } from '../../kit/db/db.ts'
import { likeWord } from '../../kit/db/like-word.ts'
import type { DB } from '../../kit/db/schema.ts'
import { visibleTo } from '../../kit/db/visible-to.ts'
import { foldSigns } from '../../kit/fold-signs.ts'

export async function insertSeenText(tx: Tx, { id, accountId }: { id: string; accountId: string }, text: string) {
  await tx
    .insertInto('evidenceText')
    .values({ evidenceId: id, accountId, text })
    .onConflict((c) => c.column('evidenceId').doUpdateSet({ text }))
    .execute()
}

/** More pages are compared one by one, from the newest on. */
const mostCompared = 2_000

/** Evidence of an account whose page shows a word; undefined where pages have to be read for it. */
export async function pagesShowing(tx: AccountTx, { accountId }: Scope, word: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select evidence_showing(${accountId}, ${foldSigns(word)}, ${mostCompared}) as ids`.execute(tx)
  return rows[0]!.ids ?? undefined
}

/** The same of each row alone, for where it is read. No row's page is looked at that lacks a sign of the word. */
export const pageShows = (e: ExpressionBuilder<DB, 'evidence'>, { accountId }: Scope, word: string) =>
  e.and([
    sql<SqlBool>`evidence.id in (select evidence_maybe_showing(${accountId}, ${foldSigns(word)}))`,
    sql<SqlBool>`(select strpos(lower(t.text), lower(${foldSigns(word)})) > 0 from evidence_text t where t.evidence_id = evidence.id)`,
  ])

const oneSpace = (text: string) => text.replaceAll(/\s+/g, ' ')

const [signsBefore, signsShown] = [24, 80]

/** For evidence that says a word on its page alone: its first place there. */
export async function foundOnPages(
  tx: AccountTx,
  scope: Scope,
  word: string,
  ids: string[],
): Promise<ReadonlyMap<string, Found>> {
  const [named, seen] = [likeWord(word), foldSigns(word)]
  if (!ids.length || !seen) return new Map()
  const { rows } = await sql<{ id: string; lead: string; word: string; rest: string; more: boolean }>`
    select evidence.id, substr(t.text, start, at - start) as lead, substr(t.text, at, signs) as word, start > 1 as more,
      substr(t.text, at + signs, greatest(${signsShown} - (at - start) - signs, 0) + 1) as rest
    from evidence join evidence_text t on t.evidence_id = evidence.id
      cross join lateral (select strpos(lower(t.text), lower(${seen})) as at, length(${seen}) as signs) place
      cross join lateral (select greatest(at - ${signsBefore}, 1) as start) around
    where ${visibleTo(scope)} and evidence.id = any(${ids}::uuid[]) and at > 0
      and not (name ilike ${named} or coalesce(url, '') ilike ${named} or remark ilike ${named} or number = ${word})`.execute(
    tx,
  )
  return new Map(rows.map(({ id, ...place }) => [id, toFound(place)]))
}

function toFound({ lead, word, rest, more }: { lead: string; word: string; rest: string; more: boolean }): Found {
  const room = Math.max(signsShown - [...lead].length - [...word].length, 0)
  const after = [...rest]
  return {
    before: (more ? '…' : '') + oneSpace(lead),
    word,
    after: after.length > room ? `${oneSpace(after.slice(0, room).join(''))}…` : oneSpace(rest),
  }
}

/** Evidence whose page was not read yet: the newest of each account first, so that no account waits for another. */
export async function unreadPages(tx: Tx, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive waiting as (
      (select account_id from evidence_text where text is null order by account_id limit 1)
      union all
      select (select t.account_id from evidence_text t where t.text is null and t.account_id > w.account_id order by t.account_id limit 1)
      from waiting w where w.account_id is not null)
    select newest.evidence_id as id from waiting cross join lateral (
      select evidence_id, row_number() over (order by evidence_id desc) as nth from (
        select t.evidence_id from evidence_text t where t.account_id = waiting.account_id and t.text is null order by t.evidence_id desc limit ${most}
      ) first
    ) newest
    order by newest.nth, newest.evidence_id desc limit ${most}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Its sealed files of these paths, locked until the page is read; undefined where another process reads it, or has. */
export async function lockUnread(tx: Tx, id: string, paths: readonly string[]) {
  const mine = await tx
    .selectFrom('evidenceText')
    .select('evidenceId')
    .where('evidenceId', '=', id)
    .where('text', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!mine) return undefined
  const files = await tx
    .selectFrom('evidenceFile')
    .select(['path', 'sha256'])
    .where('evidenceId', '=', id)
    .where('path', 'in', paths)
    .execute()
  return new Map(files.map(({ path, sha256 }) => [path, sha256.toString('hex')]))
}

export async function markRead(tx: Tx, id: string, text: string) {
  await tx.updateTable('evidenceText').set({ text }).where('evidenceId', '=', id).where('text', 'is', null).execute()
}
