import type { LawyerBody, LawyerFind, StaffLawyer } from '../../../contract/content/directory.ts'
import { maskMail, maskPhone } from '../../../contract/kit/mask.ts'
import type { ActionName } from '../../../contract/platform/acts.ts'
import { pathOfCounty } from '../../addresses/place-names.read.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import { changesOf } from '../../kit/audit/changes.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError, badFields, checkVersion } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { holdContent, letGoOfContent } from '../../platform/files.service.ts'
import * as repo from './lawyers.repo.ts'

function forStaff({ createdAt, updatedAt, ...row }: repo.LawyerRecord): StaffLawyer {
  const [province, city, region] = pathOfCounty(row.regionCode) ?? []
  return {
    ...row,
    provinceName: province?.name ?? '',
    cityName: city?.name ?? '',
    regionName: region?.name ?? '',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

export async function list(services: Services, { platform }: Caller, find: LawyerFind) {
  const { rows, ...rest } = await repo.listLawyers(services.db.system, platform.id, find)
  return { list: rows.map(forStaff), ...rest }
}

async function require(db: Queryable, { platform }: Caller, id: string, options?: { lock: boolean }) {
  const found = await repo.findLawyer(db, platform.id, id, options)
  if (!found) throw new AppError('not-found')
  return forStaff(found)
}

export const get = (services: Services, caller: Caller, id: string) => require(services.db.system, caller, id)

type Told = Extract<ActionName, `lawyer.${string}`>

/** The directory is the platform's: the act belongs to no account. */
const tell = (tx: Tx, caller: Caller, id: string, action: Told, details: Record<string, unknown>) =>
  recordAct(tx, { ...caller, accountId: null }, { action, subjectKind: 'lawyer', subjectId: id, details })

type Written = Pick<StaffLawyer, keyof LawyerBody>

/** What the record tells of it: of phone and mail no more than that they changed, of long texts neither. */
const comparable = ({ phone, mail, intro, cases, practice, ...rest }: Written) => ({
  name: rest.name,
  firm: rest.firm,
  regionCode: rest.regionCode,
  licenceNo: rest.licenceNo,
  sinceYear: rest.sinceYear,
  portrait: rest.portrait,
  sort: rest.sort,
  practice: practice.toSorted().join(', '),
  phone: phone && maskPhone(phone),
  mail: mail && maskMail(mail),
  intro: intro && `${intro.length}`,
  cases: cases && `${cases.length}`,
})

/** The year in which somebody may have begun at the latest. */
const thisYear = () => new Date().getFullYear() + 1

/** What is written must exist: the county, each field, the portrait, which is kept from now on. */
async function judge(tx: Tx, { platform }: Caller, { regionCode, sinceYear, practice, portrait }: LawyerBody) {
  const fields = await repo.lockFields(tx, platform.id, practice)
  const held = await holdContent(tx, platform.id, portrait ? [portrait] : [])
  const problems = [
    ...(pathOfCounty(regionCode) ? [] : [{ path: 'regionCode', key: 'division' }]),
    ...(sinceYear <= thisYear() ? [] : [{ path: 'sinceYear', key: 'inFuture' }]),
    ...(fields.length === practice.length ? [] : [{ path: 'practice', key: 'notAChoice' }]),
    ...(portrait && !held.has(portrait) ? [{ path: 'portrait', key: 'pictureGone' }] : []),
  ]
  if (problems.length) throw badFields(...problems)
  return fields.map(({ id }) => id)
}

export const create = (services: Services, caller: Caller, body: LawyerBody) =>
  services.db.asSystem(async (tx) => {
    const { practice: _names, ...lawyer } = body
    const [id, fieldIds] = [newId(), await judge(tx, caller, body)]
    await repo.insertLawyer(tx, caller.platform.id, id, lawyer)
    await repo.setPractice(tx, caller.platform.id, id, fieldIds)
    await tell(tx, caller, id, 'lawyer.created', { name: lawyer.name, firm: lawyer.firm })
    return { id }
  })

export const update = (
  services: Services,
  caller: Caller,
  id: string,
  { version, ...body }: LawyerBody & { version?: number | undefined },
) =>
  services.db.asSystem(async (tx) => {
    const current = await require(tx, caller, id, { lock: true })
    checkVersion(version, current)
    const { practice: _names, ...lawyer } = body
    const fieldIds = await judge(tx, caller, body)
    const saved = await repo.saveLawyer(tx, id, lawyer)
    await repo.setPractice(tx, caller.platform.id, id, fieldIds)
    if (current.portrait && current.portrait !== lawyer.portrait)
      await letGoOfContent(tx, caller.platform.id, [current.portrait])
    await tell(tx, caller, id, 'lawyer.updated', changesOf(comparable(current), comparable(body)))
    return { version: saved }
  })

/** Shown or hidden already: nothing happens. */
export const setShown = (services: Services, caller: Caller, id: string, shown: boolean) =>
  services.db.asSystem(async (tx) => {
    const current = await require(tx, caller, id, { lock: true })
    if (current.shown === shown) return
    await repo.setShown(tx, id, shown)
    await tell(tx, caller, id, shown ? 'lawyer.shown' : 'lawyer.hidden', { name: current.name })
  })
