import {
  type DictEntry,
  type DictEntryBody,
  type DictFind,
  type DictItem,
  type DictType,
  mostEntries,
  type Offered,
} from '../../../contract/platform/dictionary-entries.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError, badFields, checkVersion } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from './dictionary-entries.repo.ts'

const shown = (e: repo.EntryRecord): DictEntry => ({
  ...e,
  type: e.type as DictType,
  updatedAt: e.updatedAt.toISOString(),
})
const itemOf = ({ code, name, nameEn, sort, parent, active }: DictItem): DictItem => ({
  code,
  name,
  nameEn,
  sort,
  parent,
  active,
})

/** Codes of the entries above one, nearest first; ends where it comes round. */
function above(entry: DictItem, byCode: Map<string, DictItem>): DictItem[] {
  const found: DictItem[] = []
  for (let at = byCode.get(entry.parent ?? ''); at && !found.includes(at); at = byCode.get(at.parent ?? ''))
    found.push(at)
  return found
}

/** What hangs on an inactive entry is offered no more than that entry itself. */
export async function offered(
  services: Services,
  { platform, lang }: Visitor,
  types: string[],
): Promise<Record<string, Offered[]>> {
  const all = types.length ? await repo.entriesOf(services.db.system, platform.id, types) : []
  return Object.fromEntries(
    types.map((type) => {
      const entries = all.filter((e) => e.type === type)
      const byCode = new Map(entries.map((e) => [e.code, e]))
      const active = entries.filter((e) => e.active && above(e, byCode).every((a) => a.active))
      return [
        type,
        active.map(({ code, name, nameEn, sort, parent }) => ({
          code,
          name: lang === 'en' ? (nameEn ?? name) : name,
          sort,
          ...(parent === null ? {} : { parent }),
        })),
      ]
    }),
  )
}

export async function list(services: Services, { platform }: Caller, find: DictFind) {
  const { rows, ...rest } = await repo.listEntries(services.db.system, platform.id, find)
  return { list: rows.map(shown), ...rest }
}

export async function get(services: Services, { platform }: Caller, id: string) {
  const found = await repo.findEntry(services.db.system, platform.id, id)
  if (!found) throw new AppError('not-found')
  return shown(found)
}

export const whole = (services: Services, caller: Caller, type: DictType) =>
  services.db.asSystem((tx) => wholeOf(tx, caller, type))

async function wholeOf(tx: Tx, { platform }: Caller, type: DictType) {
  const version = await repo.versionOf(tx, platform.id, type)
  return { version, items: (await repo.entriesOf(tx, platform.id, [type])).map(itemOf) }
}

/** What is wrong with the entries of a type, taken together. */
function judge(items: DictItem[], pathOf: (i: number, field: string) => string): FieldProblem[] {
  const byCode = new Map(items.map((e) => [e.code, e]))
  return items.flatMap((e, i) => [
    ...(byCode.get(e.code) === e ? [] : [{ path: pathOf(i, 'code'), key: 'duplicate' }]),
    ...(e.parent !== null && !byCode.has(e.parent) ? [{ path: pathOf(i, 'parent'), key: 'dictParent' }] : []),
    ...(above(e, byCode).includes(e) ? [{ path: pathOf(i, 'parent'), key: 'dictCircle' }] : []),
  ])
}

/** In the record an entry reads as name, English name, place, the entry above and whether it is active. */
const told = (e: DictItem | undefined) => (e ? [e.name, e.nameEn, e.sort, e.parent, e.active] : null)

/** Writes what differs, and tells it; nothing differs, nothing happens. */
async function write(tx: Tx, caller: Caller, type: DictType, before: repo.EntryRecord[], after: DictItem[]) {
  const old = new Map(before.map((e) => [e.code, e]))
  const changed = after.filter((e) => JSON.stringify(told(old.get(e.code))) !== JSON.stringify(told(e)))
  if (!changed.length) return repo.versionOf(tx, caller.platform.id, type)
  await repo.putEntries(
    tx,
    caller.platform.id,
    type,
    changed.map((e) => ({ ...itemOf(e), id: old.get(e.code)?.id ?? newId() })),
  )
  const changes = Object.fromEntries(changed.map((e) => [e.code, { from: told(old.get(e.code)), to: told(e) }]))
  await recordAct(
    tx,
    { ...caller, accountId: null },
    { action: 'dictionary.saved', subjectKind: 'platform', subjectId: caller.platform.id, details: { type, changes } },
  )
  return repo.countSave(tx, caller.platform.id, type)
}

export const saveWhole = (
  services: Services,
  caller: Caller,
  { type, items, version }: { type: DictType; items: DictItem[]; version?: number | undefined },
) =>
  services.db.asSystem(async (tx) => {
    const current = await repo.lockType(tx, caller.platform.id, type)
    if (version !== undefined && version !== current)
      throw new AppError('conflict', {}, [], { current: await wholeOf(tx, caller, type) })
    const problems = judge(items, (i, field) => `items.${i}.${field}`)
    if (problems.length) throw badFields(...problems)
    const before = await repo.entriesOf(tx, caller.platform.id, [type])
    const left = before
      .filter((e) => !items.some((i) => i.code === e.code))
      .map((e) => ({ ...itemOf(e), active: false }))
    if (left.length + items.length > mostEntries) throw new AppError('limit-reached', { limit: mostEntries })
    return { version: await write(tx, caller, type, before, [...items, ...left]), saved: items.length }
  })

/** Changes one entry of a type, or adds one: judged together with all the others. */
async function saveOne(tx: Tx, caller: Caller, type: DictType, entry: DictItem) {
  const before = await repo.entriesOf(tx, caller.platform.id, [type])
  const others = before.filter((e) => e.code !== entry.code).map(itemOf)
  if (others.length >= mostEntries) throw new AppError('limit-reached', { limit: mostEntries })
  const problems = judge([entry, ...others], (_, field) => field)
  if (problems.length) throw badFields(problems[0]!)
  await write(tx, caller, type, before, [entry])
}

export const create = (services: Services, caller: Caller, { type, ...body }: DictEntryBody) =>
  services.db.asSystem(async (tx) => {
    await repo.lockType(tx, caller.platform.id, type)
    const there = await repo.entriesOf(tx, caller.platform.id, [type])
    if (there.some((e) => e.code === body.code)) throw badFields({ path: 'code', key: 'duplicate' })
    await saveOne(tx, caller, type, { ...body, active: true })
    return { id: (await repo.entriesOf(tx, caller.platform.id, [type])).find((e) => e.code === body.code)!.id }
  })

/** An entry as it stands under the lock of its type. */
async function locked(tx: Tx, { platform }: Caller, id: string): Promise<DictEntry> {
  const found = await repo.findEntry(tx, platform.id, id)
  if (!found) throw new AppError('not-found')
  await repo.lockType(tx, platform.id, found.type as DictType)
  return shown((await repo.findEntry(tx, platform.id, id))!)
}

export const update = (
  services: Services,
  caller: Caller,
  id: string,
  { version, ...body }: DictEntryBody & { version?: number | undefined },
) =>
  services.db.asSystem(async (tx) => {
    const current = await locked(tx, caller, id)
    const fixed = (['type', 'code'] as const).filter((field) => body[field] !== current[field])
    if (fixed.length) throw badFields(...fixed.map((path) => ({ path, key: 'dictFixed' })))
    checkVersion(version, current)
    await saveOne(tx, caller, current.type, { ...body, active: current.active })
    return { version: (await repo.findEntry(tx, caller.platform.id, id))!.version }
  })

export const setActive = (services: Services, caller: Caller, id: string, active: boolean) =>
  services.db.asSystem(async (tx) => {
    const current = await locked(tx, caller, id)
    await saveOne(tx, caller, current.type, { ...itemOf(current), active })
  })
