import { type CalendarDay, type CalendarFind, CalendarRow, type MarkBody } from '../../../contract/platform/calendar.ts'
import type { ImportRows } from '../../../contract/kit/bulk.ts'
import { daysBetween } from '../../../contract/kit/working-days.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { importEach } from '../../kit/calls/import-each.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from './calendar.repo.ts'

export async function list({ db }: Services, { platform }: Caller, find: CalendarFind) {
  const { rows, ...rest } = await repo.listDays(db.system, platform.id, find)
  const days = rows.map(({ isWorked, personName, createdAt, ...row }): CalendarDay => ({
    ...row,
    dayKind: isWorked ? 'worked' : 'off',
    madeBy: personName,
    createdAt: createdAt.toISOString(),
  }))
  return { list: days, ...rest }
}

export const mark = ({ db }: Services, caller: Caller, { from, to, ...facts }: MarkBody) =>
  db.asSystem(async (tx) => {
    const days = daysBetween(from, to)
    await repo.putDays(
      tx,
      caller,
      days.map((day) => ({ day, ...facts })),
    )
    await record(tx, caller, 'calendar.marked', { from, to, ...facts })
    return { marked: days.length }
  })

/** A day of which something else is said already is not changed by a sheet. */
export const importDays = (services: Services, caller: Caller, sheet: ImportRows) =>
  importEach(services, caller, sheet, CalendarRow, async (tx, row) => {
    const known = await repo.findDay(tx, caller.platform.id, row.day)
    if (known && known.isWorked !== (row.dayKind === 'worked')) throw badFields({ path: 'day', key: 'duplicate' })
    if (known) return 'exists'
    await repo.putDays(tx, caller, [row])
    await record(tx, caller, 'calendar.marked', row)
    return 'new'
  })

export const remove = ({ db }: Services, caller: Caller, id: string) =>
  db.asSystem(async (tx) => {
    const gone = await repo.deleteDay(tx, caller.platform.id, id)
    if (!gone) throw new AppError('not-found')
    await record(tx, caller, 'calendar.cleared', gone)
  })

const record = (tx: Tx, caller: Caller, action: 'calendar.marked' | 'calendar.cleared', details: object) =>
  recordAct(
    tx,
    { ...caller, accountId: null },
    { action, subjectKind: 'platform', subjectId: caller.platform.id, details: { ...details } },
  )
