import type { LawyerField, LawyerFieldBody, LawyerFieldFind } from '../../../contract/content/directory.ts'
import type { ActionName } from '../../../contract/platform/acts.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import { changesOf } from '../../kit/audit/changes.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { isDuplicate, type Queryable, type Tx } from '../../kit/db/db.ts'
import { AppError, badFields, checkVersion } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import * as repo from './lawyer-fields.repo.ts'

const forStaff = ({ createdAt, updatedAt, ...row }: repo.FieldRecord): LawyerField => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export async function list(services: Services, { platform }: Caller, find: LawyerFieldFind) {
  const { rows, ...rest } = await repo.listFields(services.db.system, platform.id, find)
  return { list: rows.map(forStaff), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string, options?: { lock: boolean }) {
  const found = await repo.findField(db, platform.id, id, options)
  if (!found) throw new AppError('not-found')
  return forStaff(found)
}

export const get = (services: Services, caller: Caller, id: string) => require(services.db.system, caller, id)

type Told = Extract<ActionName, `lawyerField.${string}`>
const tell = (tx: Tx, caller: Caller, id: string, action: Told, details: Record<string, unknown>) =>
  recordAct(tx, { ...caller, accountId: null }, { action, subjectKind: 'lawyer-field', subjectId: id, details })

/** A platform has each name once. */
async function once<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isDuplicate(error, 'lawyer_field_name')) throw badFields({ path: 'fieldZh', key: 'duplicate' })
    throw error
  }
}

export const create = (services: Services, caller: Caller, body: LawyerFieldBody) =>
  once(
    services.db.asSystem(async (tx) => {
      const id = newId()
      await repo.insertField(tx, caller.platform.id, id, body)
      await tell(tx, caller, id, 'lawyerField.created', { name: body.fieldZh })
      return { id }
    }),
  )

const written = ({ fieldZh, fieldEn, sort }: LawyerFieldBody) => ({ fieldZh, fieldEn, sort })

export const update = (
  services: Services,
  caller: Caller,
  id: string,
  { version, ...body }: LawyerFieldBody & { version?: number | undefined },
) =>
  once(
    services.db.asSystem(async (tx) => {
      const current = await require(tx, caller, id, { lock: true })
      checkVersion(version, current)
      const saved = await repo.saveField(tx, id, body)
      await tell(tx, caller, id, 'lawyerField.updated', changesOf(written(current), written(body)))
      return { version: saved }
    }),
  )

/** Whoever gives it to a lawyer meanwhile holds it: its lock is waited for. */
export const remove = (services: Services, caller: Caller, id: string) =>
  services.db.asSystem(async (tx) => {
    await require(tx, caller, id, { lock: true })
    const { lawyers, fieldZh } = await require(tx, caller, id)
    if (lawyers > 0) throw new AppError('wrong-state')
    await repo.removeField(tx, id)
    await tell(tx, caller, id, 'lawyerField.removed', { name: fieldZh })
  })
