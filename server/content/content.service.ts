import { createHash } from 'node:crypto'
import {
  type ContentBody,
  type ContentFind,
  type ContentState,
  type ContentVersion,
  missingOf,
  type StaffContent,
  type Written,
} from '../../contract/content/content.ts'
import { type ContentField, factsOf } from '../../contract/content/kinds.ts'
import type { ActionName } from '../../contract/platform/acts.ts'
import { changesOf } from '../kit/audit/changes.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { AppError, badFields, checkVersion } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Services } from '../kit/services.ts'
import { filmHasSound, holdContent, letGoOfContent } from '../platform/files.service.ts'
import { cleanHtml, picturesIn } from './clean-html.ts'
import * as repo from './content.repo.ts'
import { contentChanged } from './revision.service.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null

type VersionRecord = NonNullable<Awaited<ReturnType<typeof repo.findVersion>>>
type Short = Omit<VersionRecord, 'contentZh' | 'contentEn'>

const shortOf = (kind: string, v: Short) => ({
  kind: kind as Written['kind'],
  titleZh: v.titleZh,
  titleEn: v.titleEn,
  summaryZh: v.summaryZh,
  summaryEn: v.summaryEn,
  picture: v.picture,
  link: v.link,
  place: v.place as Written['place'],
  newsType: v.newsType as Written['newsType'],
  helpSection: v.helpSection as Written['helpSection'],
  film: v.film as Written['film'],
  video: v.video,
  captionsZh: v.captionsZh,
  captionsEn: v.captionsEn,
  product: v.product as Written['product'],
  sort: v.sort,
  fromAt: iso(v.fromAt),
  untilAt: iso(v.untilAt),
})
/** Cleaned when it is read as well: what a rule let pass yesterday runs nowhere today. */
const writtenOf = (kind: string, v: VersionRecord): Written => ({
  ...shortOf(kind, v),
  contentZh: cleanHtml(v.contentZh),
  contentEn: cleanHtml(v.contentEn),
})

type Standing = Pick<
  repo.ItemRecord,
  'id' | 'contentState' | 'version' | 'shownVersion' | 'publishedAt' | 'createdAt' | 'updatedAt'
>
const standingOf = (row: Standing) => ({
  id: row.id,
  contentState: row.contentState,
  changed: row.shownVersion !== null && row.shownVersion !== row.version,
  publishedAt: iso(row.publishedAt),
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export async function list(services: Services, { platform }: Caller, find: ContentFind) {
  const { rows, ...rest } = await repo.listItems(services.db.system, platform.id, find)
  return { list: rows.map((row) => ({ ...shortOf(row.kind, row), ...standingOf(row) })), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string): Promise<StaffContent> {
  const row = await repo.findItem(db, platform.id, id)
  if (!row) throw new AppError('not-found')
  return { ...writtenOf(row.kind, row), ...standingOf(row) }
}

/** The same, locked. */
async function requireLocked(tx: Tx, caller: Caller, id: string): Promise<StaffContent> {
  if (!(await repo.lockItem(tx, caller.platform.id, id))) throw new AppError('not-found')
  return require(tx, caller, id)
}

export const get = (services: Services, caller: Caller, id: string) => require(services.db.system, caller, id)

/** What a kind does not ask for is not kept; of its texts only what is harmless. */
function fitting(body: ContentBody): Written {
  const { asks } = factsOf(body.kind, body)
  const asked = <T>(field: ContentField, value: T) => (asks.includes(field) ? value : null)
  const fields: Written = {
    ...body,
    summaryZh: asked('summary', body.summaryZh),
    summaryEn: asked('summary', body.summaryEn),
    contentZh: asked('content', cleanHtml(body.contentZh)),
    contentEn: asked('content', cleanHtml(body.contentEn)),
    picture: asked('picture', body.picture),
    link: asked('link', body.link),
    place: asked('place', body.place),
    newsType: asked('newsType', body.newsType),
    helpSection: asked('helpSection', body.helpSection),
    film: asked('film', body.film),
    video: asked('video', body.video),
    captionsZh: asked('captions', body.captionsZh),
    captionsEn: asked('captions', body.captionsEn),
    product: asked('product', body.product),
  }
  // Of a text that was markup alone nothing is left.
  const missing = missingOf(fields)
  if (missing.length) throw badFields(...missing.map((path) => ({ path, key: 'required' })))
  return fields
}

const ofFilms = [
  { path: 'video', scene: 'video', key: 'videoGone' },
  { path: 'captionsZh', scene: 'captions', key: 'captionsGone' },
  { path: 'captionsEn', scene: 'captions', key: 'captionsGone' },
] as const

/** Writes a version; its pictures, its film and the captions of that must be there, and are kept from now on. */
async function write(tx: Tx, { platform }: Caller, itemId: string, version: number, fields: Written) {
  const ofText = ['contentZh', 'contentEn'] as const
  const named = [
    ...(fields.picture ? [{ path: 'picture', id: fields.picture }] : []),
    ...ofText.flatMap((path) => picturesIn(fields[path]).map((id) => ({ path, id }))),
  ]
  const ids = [...new Set(named.map(({ id }) => id))]
  const held = await holdContent(tx, platform.id, ids)
  const absent = [...new Set(named.filter(({ id }) => !held.has(id)).map(({ path }) => path))]
  const gone = absent.map((path) => ({ path, key: 'pictureGone' }))
  for (const { path, scene, key } of ofFilms) {
    const id = fields[path]
    if (!id) continue
    if ((await holdContent(tx, platform.id, [id], scene)).has(id)) ids.push(id)
    else gone.push({ path, key })
  }
  if (gone.length) throw badFields(...gone)
  await repo.insertVersion(tx, { itemId, platformId: platform.id, version }, fields, [...new Set(ids)])
}

type Told = Extract<ActionName, `content.${string}`>

/** Content is the platform's: the act belongs to no account. */
const tell = (tx: Tx, caller: Caller, id: string, action: Told, details: Record<string, unknown>) =>
  recordAct(tx, { ...caller, accountId: null }, { action, subjectKind: 'content', subjectId: id, details })

export const create = (services: Services, caller: Caller, body: ContentBody) => {
  const fields = fitting(body)
  return services.db.asSystem(async (tx) => {
    const id = newId()
    await repo.insertItem(tx, caller.platform.id, id, fields.kind)
    await write(tx, caller, id, 1, fields)
    await tell(tx, caller, id, 'content.created', { kind: fields.kind, title: fields.titleZh })
    return { id }
  })
}

const digestOf = (text: string) => `SHA-256 ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
const keyed = (at: string | null) => at && new Date(at).toISOString()
const comparable = ({ contentZh, contentEn, ...fields }: Written) => ({
  ...fields,
  fromAt: keyed(fields.fromAt),
  untilAt: keyed(fields.untilAt),
  // What stood in long texts is told by their versions.
  contentZh: contentZh && digestOf(contentZh),
  contentEn: contentEn && digestOf(contentEn),
})

export const update = (
  services: Services,
  caller: Caller,
  id: string,
  { version, ...body }: ContentBody & { version?: number | undefined },
) =>
  services.db.asSystem(async (tx) => {
    const current = await requireLocked(tx, caller, id)
    if (body.kind !== current.kind) throw badFields({ path: 'kind', key: 'notAChoice' })
    checkVersion(version, current)
    const fields = fitting(body)
    await write(tx, caller, id, current.version + 1, fields)
    await repo.setNewest(tx, id, current.version + 1)
    await tell(tx, caller, id, 'content.updated', changesOf(comparable(current), comparable(fields)))
    return { version: current.version + 1 }
  })

/** Does something to one that stands in one of these states, and tells. */
const change =
  (
    fits: (item: StaffContent) => boolean,
    action: Told,
    work: (tx: Tx, caller: Caller, item: StaffContent) => Promise<unknown>,
  ) =>
  async (services: Services, caller: Caller, id: string) => {
    await services.db.asSystem(async (tx) => {
      const item = await requireLocked(tx, caller, id)
      if (!fits(item)) throw new AppError('wrong-state')
      await work(tx, caller, item)
      await tell(tx, caller, id, action, { kind: item.kind, title: item.titleZh, version: item.version })
    })
    contentChanged(services.db, caller.platform.id)
  }

/** What is said in a film can be read in each language in which the piece stands (WCAG 2.2, 1.2.2). */
async function requireCaptions(tx: Tx, { platform }: Caller, item: StaffContent) {
  const { video, captionsZh, captionsEn, titleEn } = item
  if (!video || !(await filmHasSound(tx, platform.id, video))) return
  const missing = [
    ...(captionsZh ? [] : [{ path: 'captionsZh', key: 'captionsZhNeeded' }]),
    ...(captionsEn || titleEn === null ? [] : [{ path: 'captionsEn', key: 'captionsEnNeeded' }]),
  ]
  if (missing.length) throw badFields(...missing)
}

const isPublished = (state: ContentState) => state !== 'DRAFT' && state !== 'WITHDRAWN'

export const publish = change(
  ({ contentState, changed }) => !isPublished(contentState) || changed,
  'content.published',
  async (tx, caller, item) => {
    await requireCaptions(tx, caller, item)
    await repo.publish(tx, item.id)
  },
)
export const withdraw = change(
  ({ contentState }) => isPublished(contentState),
  'content.withdrawn',
  (tx, _, { id }) => repo.withdraw(tx, id),
)
export const remove = change(
  ({ contentState }) => contentState === 'DRAFT',
  'content.removed',
  async (tx, { platform }, { id }) => letGoOfContent(tx, platform.id, await repo.removeItem(tx, platform.id, id)),
)

export async function versions(services: Services, caller: Caller, id: string): Promise<{ list: ContentVersion[] }> {
  const item = await repo.findItem(services.db.system, caller.platform.id, id)
  if (!item) throw new AppError('not-found')
  const rows = await repo.versionsOf(services.db.system, id)
  const list = rows.map((row, i) => {
    const before = rows[i - 1]
    return {
      version: row.version,
      savedAt: row.savedAt.toISOString(),
      shown: isPublished(item.contentState) && item.shownVersion === row.version,
      changes: before ? repo.written.filter((f) => JSON.stringify(before[f]) !== JSON.stringify(row[f])) : [],
    }
  })
  return { list: list.toReversed() }
}

async function requireVersion(db: Queryable, caller: Caller, id: string, version: number) {
  const item = await repo.findItem(db, caller.platform.id, id)
  const found = item && (await repo.findVersion(db, id, version))
  if (!found) throw new AppError('not-found')
  return writtenOf(item.kind, found)
}

export const getVersion = (services: Services, caller: Caller, id: string, version: number) =>
  requireVersion(services.db.system, caller, id, version)

export const restore = (services: Services, caller: Caller, id: string, version: number) =>
  services.db.asSystem(async (tx) => {
    const current = await requireLocked(tx, caller, id)
    const fields = await requireVersion(tx, caller, id, version)
    await write(tx, caller, id, current.version + 1, fields)
    await repo.setNewest(tx, id, current.version + 1)
    await tell(tx, caller, id, 'content.restored', {
      title: fields.titleZh,
      from: version,
      version: current.version + 1,
    })
    return { version: current.version + 1 }
  })
