import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { EvidenceFind, EvidenceRow, Found } from '../../contract/evidence/evidence.ts'
import { categoryOf } from '../../contract/evidence/kinds.ts'
import { endOfDay, startOfDay } from '../kit/db/days.ts'
import type { AccountTx, Scope } from '../kit/db/db.ts'
import { likeWord } from '../kit/db/like-word.ts'
import { listPage } from '../kit/db/list-page.ts'
import { visibleTo } from '../kit/db/visible-to.ts'
import type { DB } from '../kit/db/schema.ts'
import { cautionsColumn } from './evidence.read.ts'
import { pageShows, pagesShowing } from './seen-text/seen-text.repo.ts'
import { sealedName } from './sealing/sealed-name.read.ts'

const rowColumns = [
  'id',
  'number',
  'name',
  'status',
  'personName',
  'personId',
  'createdAt',
  'category',
  'url',
  'labels',
  'hidden',
  'completeness',
  'failReason',
  'failParams',
  'step',
  'percent',
  'startedAt',
  'finishedAt',
  'certifiedAt',
  'queuedAt',
  'request',
] as const

type Filtered = SelectQueryBuilder<DB, 'evidence', object>

/** With what only services ask. */
export type Finding = EvidenceFind & {
  /** Stays within these, whatever else is asked. */
  within?: string[]
  workKind?: string
  mediaType?: { like: string; not?: boolean }
}

/** With what was looked up before: the evidence that says the word, and that whose page shows it, where that is known. */
type Looked = Finding & { saying?: string[] | undefined; showing?: string[] | undefined }

function filter(q: Filtered, scope: Scope, find: Looked): Filtered {
  let out = q.where(visibleTo(scope)).where('hidden', '=', find.hidden ?? false)
  if (find.status) out = out.where('status', '=', find.status)
  if (find.category) out = out.where('category', '=', find.category)
  if (find.within) out = out.where('category', 'in', find.within)
  if (find.categories?.length) out = out.where('category', 'in', find.categories)
  if (find.issuable !== undefined) out = out.where((e) => (find.issuable ? issuableNow(e) : e.not(issuableNow(e))))
  if (find.workKind) out = out.where(sql<boolean>`request->'work'->>'kind' = ${find.workKind}`)
  if (find.mediaType) out = out.where((e) => fileLike(e, find.mediaType!))
  if (find.operatorId) out = out.where('personId', '=', find.operatorId)
  if (find.label)
    out = out.where('id', 'in', (e) =>
      e
        .selectFrom('evidenceLabel')
        .select('evidenceId')
        .where(visibleTo(scope, 'evidenceLabel'))
        .where('label', '=', find.label!),
    )
  if (find.startDate) out = out.where('createdAt', '>=', startOfDay(find.startDate))
  if (find.endDate) out = out.where('createdAt', '<', endOfDay(find.endDate))
  if (find.batchId) out = out.where('batchId', '=', find.batchId)
  if (find.keyWord) out = out.where((e) => saysOrShows(e, scope, find.keyWord!, find))
  return out
}

function saysOrShows(e: ExpressionBuilder<DB, 'evidence'>, scope: Scope, word: string, { saying, showing }: Looked) {
  if (saying && showing) return among([...saying, ...showing])
  return e.or([saying ? among(saying) : matches(e, word), showing ? among(showing) : pageShows(e, scope, word)])
}

const among = (ids: string[]) => sql<boolean>`evidence.id = any(${ids}::uuid[])`

/** A certificate stands only where the original is here too. */
const issuableNow = (e: ExpressionBuilder<DB, 'evidence'>) =>
  e.and([e('status', '=', 'collected'), e('certifiedAt', 'is not', null)])

/** `like` is a regular expression of PostgreSQL over the media types of an evidence's files. */
function fileLike(e: ExpressionBuilder<DB, 'evidence'>, { like, not = false }: NonNullable<Finding['mediaType']>) {
  return e.exists(
    e
      .selectFrom('evidenceFile')
      .select('evidenceFile.id')
      .whereRef('evidenceFile.evidenceId', '=', 'evidence.id')
      .where('mediaType', not ? '!~' : '~', like),
  )
}

function matches(e: ExpressionBuilder<DB, 'evidence'>, word: string) {
  const pattern = likeWord(word)
  return e.or([
    e('name', 'ilike', pattern),
    e('number', '=', word),
    e('url', 'ilike', pattern),
    e('remark', 'ilike', pattern),
  ])
}

const sortColumns = { date: 'created_at', name: 'name', status: 'status', operator: 'person_name' }

const columns = (q: Filtered) => q.select(rowColumns).select(cautionsColumn)

/** More of it is found sooner by reading from the newest on. */
const mostSaying = 10_000

/** What of an account says a word; undefined where the list has to be read for it. */
async function evidenceSaying(tx: AccountTx, { accountId }: Scope, word: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select evidence_saying(${accountId}, ${word}, ${likeWord(word)}, ${mostSaying}) as ids`.execute(tx)
  return rows[0]!.ids ?? undefined
}

/** Pages are compared one by one: no more of them are counted. */
const mostCountedPages = 1_000

/** Whether captured pages are among what is asked for. */
const mayHoldPages = ({ category, categories, within }: Finding) =>
  [category && [category], categories?.length ? categories : undefined, within].every(
    (some) => !some || some.includes(categoryOf('web')),
  )

async function lookUp(tx: AccountTx, scope: Scope, word: string, asked: Finding) {
  const saying = await evidenceSaying(tx, scope, word)
  if (!mayHoldPages(asked)) return { saying, showing: [] }
  const showing = await pagesShowing(tx, scope, word)
  return { saying, showing, ...(showing ? {} : { mostCounted: mostCountedPages }) }
}

export async function listEvidence(tx: AccountTx, scope: Scope, asked: Finding) {
  const find = asked.keyWord ? { ...asked, ...(await lookUp(tx, scope, asked.keyWord, asked)) } : asked
  const byDate = find.sort.every(({ field }) => field === 'date')
  return find.label && byDate
    ? listLabelled(tx, scope, find, find.label)
    : listPage(tx, filter(tx.selectFrom('evidence'), scope, find), columns, find, sortColumns)
}

/** What the rows of labels know by themselves. */
const ofLabels = new Set([
  'label',
  'hidden',
  'operatorId',
  'startDate',
  'endDate',
  'sort',
  'pageNum',
  'pageSize',
  'cursor',
  'mostCounted',
])

/** Found and counted among the rows of one label, newest first: a label of few is as quick as one of many. */
async function listLabelled(tx: AccountTx, scope: Scope, find: Looked, label: string) {
  let some = tx
    .selectFrom('evidenceLabel')
    .where(visibleTo(scope, 'evidenceLabel'))
    .where('label', '=', label)
    .where('hidden', '=', find.hidden ?? false)
  if (find.operatorId) some = some.where('personId', '=', find.operatorId)
  if (find.startDate) some = some.where('createdAt', '>=', startOfDay(find.startDate))
  if (find.endDate) some = some.where('createdAt', '<', endOfDay(find.endDate))
  if (Object.entries(find).some(([name, value]) => value !== undefined && !ofLabels.has(name)))
    some = some.where('evidenceId', 'in', (e) =>
      filter(e.selectFrom('evidence'), scope, { ...find, label: undefined }).select('id'),
    )
  const { rows: found, ...page } = await listPage(tx, some, (q) => q.select('evidenceId'), find, {
    date: 'created_at',
    id: 'evidence_id',
  })
  const ids = found.map(({ evidenceId }) => evidenceId)
  const rows = ids.length ? await columns(tx.selectFrom('evidence').where('id', 'in', ids)).execute() : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { ...page, rows: ids.flatMap((id) => byId.get(id) ?? []) }
}

/** How many captures are taken before each of those that wait. */
export async function placesOf(tx: AccountTx, rows: { id: string; status: string }[]): Promise<Places> {
  const waiting = rows.filter((r) => r.status === 'queued').map((r) => r.id)
  if (!waiting.length) return new Map()
  const { rows: places } = await sql<{ id: string; place: string }>`
    select * from queue_places(${waiting}::uuid[])`.execute(tx)
  return new Map(places.map((p) => [p.id, Number(p.place)]))
}
type Places = ReadonlyMap<string, number>

type Row = Awaited<ReturnType<typeof listEvidence>>['rows'][number]

/** The wire's row; `label` names the executing institution, `tags` the user's own labels (specification §3). */
export function toRow(r: Row, institution: string, places: Places, found?: Found): EvidenceRow {
  return {
    key: r.id,
    id: r.id,
    ano: r.number,
    name: r.name,
    label: institution,
    mark: r.number,
    longTime: r.startedAt && r.finishedAt ? Math.round((r.finishedAt.getTime() - r.startedAt.getTime()) / 1000) : null,
    status: r.status as EvidenceRow['status'],
    operator: r.personName,
    operatorId: r.personId,
    date: r.createdAt.toISOString(),
    category: r.category as EvidenceRow['category'],
    url: r.url,
    tags: r.labels,
    completeness: r.completeness as EvidenceRow['completeness'],
    cautions: r.cautions,
    failReason: r.failReason,
    failParams: r.failParams as EvidenceRow['failParams'],
    step: r.step,
    percent: r.percent,
    queuePosition: places.get(r.id) ?? null,
    certified: r.certifiedAt !== null,
    hidden: r.hidden,
    ...(found && { found }),
  }
}

export async function labelCounts(tx: AccountTx, scope: Scope) {
  const { rows } = await sql<{ label: string; count: number }>`
    select label, count(*)::int as count from evidence, unnest(labels) as label
    where ${visibleTo(scope)} and not hidden group by label order by count desc, label limit 200`.execute(tx)
  return rows
}

export function operatorsOf(tx: AccountTx, scope: Scope) {
  return tx
    .selectFrom('evidence')
    .select(['personId as id', 'personName as name'])
    .distinctOn('personId')
    .where(visibleTo(scope))
    .orderBy('personId')
    .orderBy('createdAt', 'desc')
    .execute()
}

/** Whose it is; undefined where the caller has no such evidence. */
export function changeEvidence(
  tx: AccountTx,
  scope: Scope,
  id: string,
  change: { name?: string; remark?: string; labels?: string[]; hidden?: boolean },
) {
  return tx
    .updateTable('evidence')
    .set(change)
    .where(visibleTo(scope))
    .where('id', '=', id)
    .returning(['accountId', 'personId'])
    .executeTakeFirst()
}

/** Locked until the change is made, so that two people's labels add up. */
export async function labelsOf(tx: AccountTx, scope: Scope, id: string): Promise<string[] | undefined> {
  return (
    await tx
      .selectFrom('evidence')
      .select('labels')
      .where(visibleTo(scope))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
  )?.labels
}

/** With the size of the originals together, by the names under which they were sealed. */
export function sizesOf(tx: AccountTx, scope: Scope, numbers: string[]) {
  return tx
    .selectFrom('evidence')
    .select([
      'id',
      'number',
      sealedName.as('name'),
      'category',
      'status',
      'certifiedAt',
      'originalAt',
      'statementSha256',
    ])
    .select(
      sql<number>`(select coalesce(sum(f.size), 0)::bigint from evidence_file f where f.evidence_id = evidence.id)`.as(
        'size',
      ),
    )
    .where(visibleTo(scope))
    .where(sql<boolean>`number = any(${numbers}::text[])`)
    .orderBy('createdAt', 'desc')
    .execute()
}
