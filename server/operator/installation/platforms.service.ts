import type {
  AdministratorBody,
  Begun,
  InstalledPlatform,
  PlatformBody,
  PlatformChange,
  PlatformFind,
} from '../../../contract/operator/platforms.ts'
import { nextOfAdministrator } from '../../accounts/members/first-administrator.service.ts'
import { askApproval } from '../../platform/approvals/ask-approval.service.ts'
import { beginContent } from '../../content/starter-content.service.ts'
import { changesOf } from '../../kit/audit/changes.ts'
import type { Caller, Platform } from '../../kit/calls/caller.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { AppError, badFields, checkVersion } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { forgetPlatforms, platformById, publicUrlOf } from '../../platform/platform.service.ts'
import { forgetRecent } from '../../platform/recent-settings.read.ts'
import { lockSettings } from '../../platform/settings.service.ts'
import { administratorApproval, beginRaised } from './administrator-approval.ts'
import * as repo from './platforms.repo.ts'
import { recordPlatform } from './record-platform.ts'

const nameOf = ({ nameZh, nameEn }: Pick<PlatformBody, 'nameZh' | 'nameEn'>): Platform['name'] => ({
  zh: nameZh,
  ...(nameEn ? { en: nameEn } : {}),
})

function shown({ config }: Services, row: repo.PlatformRecord): InstalledPlatform {
  const { name, closedAt, createdAt, ...rest } = row
  const { zh, en } = name as unknown as Platform['name']
  return {
    ...rest,
    nameZh: zh,
    nameEn: en ?? null,
    address: publicUrlOf(config, { host: row.isDefault ? undefined : row.hosts[0] }),
    platformState: closedAt ? 'closed' : 'open',
    createdAt: createdAt.toISOString(),
  }
}

export async function list(services: Services, find: PlatformFind) {
  const { rows, ...rest } = await repo.listPlatforms(services.db.system, find)
  return { list: rows.map((row) => shown(services, row)), ...rest }
}

async function required(db: Queryable, id: string) {
  const found = await repo.findPlatform(db, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async (services: Services, id: string) => shown(services, await required(services.db.system, id))

/** The names by which the installation itself is reached stay its default platform's. */
const hostsOfInstallation = ({ config }: Services): string[] =>
  [config.publicUrl, config.previewOrigin].flatMap((url) => (url ? [new URL(url).hostname] : []))

/** A host leads to one platform; whose it is already is told to nobody. */
async function requireFree(
  services: Services,
  tx: Tx,
  hosts: string[],
  { id, isDefault }: { id: string; isDefault: boolean },
) {
  const taken = await repo.takenHosts(tx, hosts, id)
  const ours = isDefault ? [] : hostsOfInstallation(services)
  const problems = hosts.flatMap((host, i) =>
    taken.includes(host) || ours.includes(host) ? [{ path: `hosts.${i}`, key: 'hostTaken', params: { host } }] : [],
  )
  if (problems.length) throw badFields(...problems)
}

/** Whole at once: its website has what every platform begins with, and somebody can set the rest. */
export async function create(
  services: Services,
  caller: Caller,
  { notaryId, hosts, administratorName, administratorPhone, ...names }: PlatformBody,
): Promise<Begun> {
  const id = newId()
  const begun = await services.db.asSystem(async (tx) => {
    await repo.lockPlatforms(tx)
    await requireFree(services, tx, hosts, { id, isDefault: false })
    if (await repo.isNotaryIdTaken(tx, notaryId)) throw badFields({ path: 'notaryId', key: 'duplicate' })
    await repo.insertPlatform(tx, id, { notaryId, name: nameOf(names), hosts })
    await beginContent(tx, services.config, id)
    await recordPlatform(tx, caller, 'created', id, { notaryId, ...names, hosts })
    const platform = await platformById(tx, id)
    const who = { name: administratorName, phone: administratorPhone, lang: caller.lang }
    return { id, ...(await beginRaised(services, tx, caller, platform, who)).next }
  })
  forgetPlatforms(services.db)
  return begun
}

/** Another administrator of the installation decides: whoever may move money is made by two. */
export const addAdministrator = (services: Services, caller: Caller, id: string, body: AdministratorBody) =>
  services.db.asSystem(async (tx) => {
    await required(tx, id)
    const { administratorName: name, administratorPhone: phone } = body
    const platform = await platformById(tx, id)
    const next = await nextOfAdministrator(services, tx, platform, phone)
    if (!next) throw badFields({ path: 'administratorPhone', key: 'duplicate' })
    const request = { platformName: platform.name.zh, name, phone, lang: caller.lang }
    const { id: approvalId } = await askApproval(tx, caller, administratorApproval, { subjectId: id, request })
    return { id, approvalId, ...next }
  })

export async function update(
  services: Services,
  caller: Caller,
  id: string,
  { version, hosts, ...names }: PlatformChange,
) {
  const saved = await services.db.asSystem(async (tx) => {
    await repo.lockPlatforms(tx)
    await required(tx, id)
    await lockSettings(tx, id)
    const before = shown(services, await required(tx, id))
    checkVersion(version, before)
    await requireFree(services, tx, hosts, before)
    const told = { nameZh: before.nameZh, nameEn: before.nameEn, hosts: before.hosts.join(', ') }
    await recordPlatform(tx, caller, 'changed', id, changesOf(told, { ...names, hosts: hosts.join(', ') }))
    return repo.changePlatform(tx, id, { name: nameOf(names), hosts })
  })
  forgetPlatforms(services.db)
  forgetRecent(services.db)
  return { version: saved }
}

/** Other processes follow within seconds. What runs on a platform that was closed comes to its end. */
export async function setClosed(services: Services, caller: Caller, id: string, closed: boolean) {
  await services.db.asSystem(async (tx) => {
    if ((await required(tx, id)).isDefault) throw new AppError('default-platform')
    if (await repo.setClosed(tx, id, closed)) await recordPlatform(tx, caller, closed ? 'closed' : 'opened', id, {})
  })
  forgetPlatforms(services.db)
}
