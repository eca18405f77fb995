import type { z } from 'zod'
import type {
  Announcement,
  AnnouncementBody,
  AnnouncementFind,
  AnnouncementState,
  StaffAnnouncement,
} from '../../contract/messages/announcements.ts'
import type { Page } from '../../contract/kit/page.ts'
import type { ActionName } from '../../contract/platform/acts.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller, Visitor } from '../kit/calls/caller.ts'
import { changesOf } from '../kit/audit/changes.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { AppError, checkVersion } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './announcements.repo.ts'

const read =
  ({ lang }: Visitor) =>
  ({ id, titleZh, contentZh, titleEn, contentEn, top, date }: repo.ShownRecord): Announcement => {
    const inEnglish = lang === 'en' && titleEn !== null && contentEn !== null
    return {
      id,
      top,
      date: date.toISOString(),
      ...(inEnglish
        ? { title: titleEn, content: contentEn, lang: 'en' }
        : { title: titleZh, content: contentZh, lang: 'zh-CN' }),
    }
  }

export async function list(services: Services, visitor: Visitor, page: z.output<typeof Page>) {
  const { system } = services.db
  const [rows, total] = await Promise.all([
    repo.listShown(system, visitor.platform.id, page),
    repo.countShown(system, visitor.platform.id),
  ])
  return { list: rows.map(read(visitor)), total, totalIsEstimate: false }
}

export async function get(services: Services, visitor: Visitor, id: string) {
  const found = await repo.findShown(services.db.system, visitor.platform.id, id)
  if (!found) throw new AppError('not-found')
  return read(visitor)(found)
}

const iso = (at: Date | null) => at?.toISOString() ?? null
const forStaff = (a: repo.AnnouncementRecord): StaffAnnouncement => ({
  ...a,
  fromAt: iso(a.fromAt),
  untilAt: iso(a.untilAt),
  publishedAt: iso(a.publishedAt),
  createdAt: a.createdAt.toISOString(),
  updatedAt: a.updatedAt.toISOString(),
})
const writtenIn = ({
  titleZh,
  contentZh,
  titleEn,
  contentEn,
  fromAt,
  untilAt,
}: StaffAnnouncement): AnnouncementBody => ({ titleZh, contentZh, titleEn, contentEn, fromAt, untilAt })

export async function staffList(services: Services, { platform }: Caller, find: AnnouncementFind) {
  const { rows, ...rest } = await repo.listAll(services.db.system, platform.id, find)
  return { list: rows.map(forStaff), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string, options?: { lock: boolean }) {
  const found = await repo.findOne(db, platform.id, id, options)
  if (!found) throw new AppError('not-found')
  return forStaff(found)
}

export const staffGet = (services: Services, caller: Caller, id: string) => require(services.db.system, caller, id)

type Told = Extract<ActionName, `announcement.${string}`>

/** Announcements are the platform's: the act belongs to no account. */
const tell = (tx: Tx, caller: Caller, id: string, action: Told, details: Record<string, unknown> = {}) =>
  recordAct(tx, { ...caller, accountId: null }, { action, subjectKind: 'announcement', subjectId: id, details })

export const create = (services: Services, caller: Caller, body: AnnouncementBody) =>
  services.db.asSystem(async (tx) => {
    const id = newId()
    await repo.insert(tx, caller.platform.id, id, body)
    await tell(tx, caller, id, 'announcement.created', { title: body.titleZh })
    return { id }
  })

export const update = (
  services: Services,
  caller: Caller,
  id: string,
  { version, ...body }: AnnouncementBody & { version?: number | undefined },
) =>
  services.db.asSystem(async (tx) => {
    const current = await require(tx, caller, id, { lock: true })
    checkVersion(version, current)
    const saved = await repo.save(tx, id, body)
    await tell(
      tx,
      caller,
      id,
      'announcement.updated',
      changesOf(writtenIn(current), {
        ...body,
        fromAt: body.fromAt && new Date(body.fromAt).toISOString(),
        untilAt: body.untilAt && new Date(body.untilAt).toISOString(),
      }),
    )
    return { version: saved }
  })

/** Does something to one that stands in one of these states. */
const change =
  (from: readonly AnnouncementState[], action: Told, work: (tx: Tx, id: string) => Promise<unknown>) =>
  (services: Services, caller: Caller, id: string) =>
    services.db.asSystem(async (tx) => {
      const { announcementState, titleZh } = await require(tx, caller, id, { lock: true })
      if (!from.includes(announcementState)) throw new AppError('wrong-state')
      await work(tx, id)
      await tell(tx, caller, id, action, { title: titleZh })
    })

export const publish = change(['DRAFT', 'WITHDRAWN'], 'announcement.published', repo.publish)
export const withdraw = change(['PLANNED', 'SHOWN', 'ENDED'], 'announcement.withdrawn', repo.withdraw)
export const remove = change(['DRAFT'], 'announcement.removed', repo.remove)

export const pin = (services: Services, caller: Caller, id: string, top: boolean) =>
  services.db.asSystem(async (tx) => {
    const current = await require(tx, caller, id, { lock: true })
    if (current.top === top) return
    await repo.pin(tx, id, top)
    await tell(tx, caller, id, top ? 'announcement.pinned' : 'announcement.unpinned', { title: current.titleZh })
  })
