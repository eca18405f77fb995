import { writtenAs, type WrittenKind } from '../../../contract/kit/records.ts'
import { recordActs } from '../audit/audit.ts'
import { eachOf } from '../calls/each-of.ts'
import type { Caller } from '../calls/caller.ts'
import { changesOf } from '../audit/changes.ts'
import { type AccountTx, isDuplicate } from '../db/db.ts'
import { AppError, badFields } from '../errors.ts'
import { newId } from '../ids.ts'
import { announceEach } from '../notify/live.ts'
import type { Services } from '../services.ts'
import * as repo from './own-records.repo.ts'
import type { OwnRow, OwnTable } from './own-records.repo.ts'

/** What tells one kind of record that an account keeps for itself from another. */
export interface OwnKind<Row extends OwnRow, Kept extends { isDefault: boolean }, Shown> {
  table: OwnTable
  /** What its owner may see of a row. */
  columns: readonly (keyof Row & string)[]
  kind: WrittenKind
  /** An account keeps this many. */
  most: number
  /** The unique index that knows the same record again, and the field at which that is told. */
  same: { index: string; field: string }
  shown(row: Row): Shown
  /** What the history tells: of a new record, of one that has gone, and of what a save compares. */
  told: {
    created(kept: Kept): Record<string, unknown>
    removed: readonly (keyof Row & string)[]
    saved(record: Row | Kept): Record<string, unknown>
  }
}

type OwnAct = 'created' | 'updated' | 'defaulted' | 'removed'

/** What the history tells of one record. */
interface Told {
  id: string
  details?: Record<string, unknown>
}

/** What calls are made of, each in the transaction of its caller. */
function stepsOf<Row extends OwnRow, Kept extends { isDefault: boolean }, Shown>(kind: OwnKind<Row, Kept, Shown>) {
  const { table } = kind
  const { prefix, topic } = writtenAs(kind.kind)

  async function require(tx: AccountTx, caller: Caller, id: string, options?: { lock: boolean }): Promise<Row> {
    const found = await repo.findOne(tx, { table, columns: kind.columns }, caller.accountId, id, options)
    if (!found) throw new AppError('not-found')
    return found as unknown as Row
  }

  async function tellEach(tx: AccountTx, caller: Caller, act: OwnAct, some: readonly Told[]) {
    await recordActs(
      tx,
      caller,
      some.map(({ id, details }) => ({
        action: `${prefix}.${act}`,
        subjectKind: kind.kind,
        subjectId: id,
        ...(details ? { details } : {}),
      })),
    )
    await announceEach(
      tx,
      caller.accountId,
      some.map(({ id }) => ({ topic, id })),
    )
  }
  const tell = (tx: AccountTx, caller: Caller, act: OwnAct, told: Told) => tellEach(tx, caller, act, [told])

  async function makeDefaultOf(tx: AccountTx, caller: Caller, id: string) {
    await repo.clearDefault(tx, table, caller.accountId, id)
    await repo.setDefault(tx, table, caller.accountId, id)
  }

  /**
   * Keeps new records, and gives the id of each, in order; undefined where the account has the same one. The first that an
   * account keeps is its default. As many statements for five hundred as for one: a sheet does not hold the lock for long.
   */
  async function putEach(tx: AccountTx, caller: Caller, some: readonly Kept[]): Promise<(string | undefined)[]> {
    if (!some.length) return []
    await repo.lockAll(tx, table, caller.accountId)
    const count = await repo.count(tx, table, caller.accountId)
    const records = some.map((kept) => ({ kept, id: newId() }))
    const added = await repo.insertNew(
      tx,
      table,
      records.map(({ kept, id }) => ({
        ...kept,
        id,
        isDefault: false,
        platformId: caller.platform.id,
        accountId: caller.accountId,
      })),
    )
    if (count + added.size > kind.most) throw new AppError('limit-reached', { limit: kind.most })
    const news = records.filter(({ id }) => added.has(id))
    const standard = news.findLast(({ kept }) => kept.isDefault) ?? (count === 0 ? news[0] : undefined)
    if (standard) await makeDefaultOf(tx, caller, standard.id)
    await tellEach(
      tx,
      caller,
      'created',
      news.map(({ kept, id }) => ({ id, details: kind.told.created(kept) })),
    )
    return records.map(({ id }) => (added.has(id) ? id : undefined))
  }

  async function removeOne(tx: AccountTx, caller: Caller, id: string) {
    const gone = await repo.remove(tx, table, kind.told.removed, caller.accountId, id)
    if (!gone) throw new AppError('not-found')
    await tell(tx, caller, 'removed', { id, details: gone })
  }

  return { require, tell, makeDefaultOf, putEach, removeOne }
}

/** What a request changes of such a record: whether it is the default stays as it is where nothing is said of it. */
export type Change<Body extends { isDefault: boolean }> = Omit<Body, 'isDefault'> & {
  isDefault?: boolean | undefined
  version?: number | undefined
}

/** Records that an account keeps for itself: each there once, one of them the default, saved whole under a version. */
export function ownRecords<Row extends OwnRow, Kept extends { isDefault: boolean }, Shown>(
  kind: OwnKind<Row, Kept, Shown>,
) {
  const { table } = kind
  const { require, tell, makeDefaultOf, putEach, removeOne } = stepsOf(kind)
  const repeated = () => badFields({ path: kind.same.field, key: 'duplicate' })

  return {
    /** What became of each record of a sheet. */
    import: async (tx: AccountTx, caller: Caller, some: readonly Kept[]) =>
      (await putEach(tx, caller, some)).map((id) => (id ? 'new' : 'exists')),

    get: async (services: Services, caller: Caller, id: string): Promise<Shown> =>
      kind.shown(await services.db.forAccount(caller, (tx) => require(tx, caller, id))),

    create: (services: Services, caller: Caller, kept: Kept) =>
      services.db.forAccount(caller, async (tx) => {
        const [id] = await putEach(tx, caller, [kept])
        if (!id) throw repeated()
        return { id }
      }),

    /** Saves the whole record. Whoever names the version that was read is told when another was saved meanwhile, and sees it. */
    async update(
      services: Services,
      caller: Caller,
      id: string,
      version: number | undefined,
      prepare: (before: Row) => Kept,
    ) {
      try {
        return await services.db.forAccount(caller, async (tx) => {
          await repo.lockAll(tx, table, caller.accountId)
          const before = await require(tx, caller, id, { lock: true })
          if (version !== undefined && version !== before.version)
            throw new AppError('conflict', {}, [], { current: kind.shown(before) })
          const after = prepare(before)
          if (after.isDefault) await repo.clearDefault(tx, table, caller.accountId, id)
          const saved = await repo.update(tx, table, caller.accountId, id, after)
          await tell(tx, caller, 'updated', {
            id,
            details: changesOf(kind.told.saved(before), kind.told.saved(after)),
          })
          return { version: saved }
        })
      } catch (error) {
        if (isDuplicate(error, kind.same.index)) throw repeated()
        throw error
      }
    },

    remove: (services: Services, caller: Caller, id: string) =>
      services.db.forAccount(caller, (tx) => removeOne(tx, caller, id)),

    removeMany: (services: Services, caller: Caller, ids: string[]) =>
      eachOf(services, caller, ids, (tx, id) => removeOne(tx, caller, id)),

    makeDefault: (services: Services, caller: Caller, id: string) =>
      services.db.forAccount(caller, async (tx) => {
        await repo.lockAll(tx, table, caller.accountId)
        const found = await require(tx, caller, id, { lock: true })
        if (found.isDefault) return
        await makeDefaultOf(tx, caller, id)
        await tell(tx, caller, 'defaulted', { id })
      }),
  }
}
