import type { Selectable } from 'kysely'
import type { Language } from '../kit/words.ts'
import { recordAct } from '../kit/audit/audit.ts'
import { AppError } from '../kit/errors.ts'
import type { Platform } from '../kit/calls/caller.ts'
import type { Config } from '../kit/settings/config.ts'
import { isDuplicate, type Database, type Queryable, type Tx } from '../kit/db/db.ts'
import type { DB, Json } from '../kit/db/schema.ts'
import { newId } from '../kit/ids.ts'

const platformLifetime = 5_000
/** Host headers are anybody's to invent. */
const mostHosts = 200
interface Found {
  platform: Platform
  /** Whether a site names the host; else it is the default site that answers. */
  claimed: boolean
  closed: boolean
}
const remembered = new WeakMap<Database, Map<string, Found & { until: number }>>()

/**
 * The white-label site that answers to a Host header; a host nobody claimed gets the default site. Every call asks,
 * and the answer seldom changes, so it is remembered for some seconds. A closed one is refused.
 */
export async function findPlatform(db: Database, host: string): Promise<Platform> {
  const { platform, closed } = await findHost(db, host)
  if (closed) throw new AppError('platform-closed')
  return platform
}

/** Whether the host leads to a platform that answers nobody. */
export const isClosed = async (db: Database, host: string): Promise<boolean> => (await findHost(db, host)).closed

/** Whether a site of this installation names the host. */
export const isClaimed = async (db: Database, host: string): Promise<boolean> => (await findHost(db, host)).claimed

async function findHost(db: Database, host: string): Promise<Found> {
  const hosts = remembered.get(db) ?? new Map<string, Found & { until: number }>()
  remembered.set(db, hosts)
  const kept = hosts.get(host)
  if (kept && kept.until > performance.now()) return kept
  if (hosts.size >= mostHosts) hosts.clear()
  const found = await readHost(db, host)
  hosts.set(host, { ...found, until: performance.now() + platformLifetime })
  return found
}

/** After a platform was changed by this process. */
export const forgetPlatforms = (db: Database) => void remembered.delete(db)

const columns = ['id', 'notaryId', 'name', 'hosts', 'isDefault', 'closedAt'] as const
const platformOf = ({
  id,
  notaryId,
  name,
  hosts,
  isDefault,
}: Pick<Selectable<DB['platform']>, (typeof columns)[number]>): Platform => ({
  id,
  notaryId,
  isDefault,
  name: name as unknown as Platform['name'],
  host: isDefault ? undefined : hosts[0],
})

async function readHost(db: Database, host: string): Promise<Found> {
  const row = await db.system
    .selectFrom('platform')
    .select(columns)
    .where((e) =>
      e.or([
        e('id', '=', e.selectFrom('platformHost').select('platformId').where('host', '=', host)),
        e('isDefault', '=', true),
      ]),
    )
    .orderBy('isDefault')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new AppError('unknown-platform')
  return { platform: platformOf(row), claimed: row.hosts.includes(host), closed: row.closedAt !== null }
}

/** The site that a record belongs to. */
export const platformById = async (db: Queryable, id: string): Promise<Platform> =>
  platformOf(await db.selectFrom('platform').select(columns).where('id', '=', id).executeTakeFirstOrThrow())

/** Where links to a platform begin: the installation's public address, under the platform's own host. */
export function publicUrlOf({ publicUrl }: Pick<Config, 'publicUrl'>, { host }: Pick<Platform, 'host'>): string {
  if (!host) return publicUrl
  const url = new URL(publicUrl)
  url.hostname = host
  return url.origin
}

/** What a local installation calls itself. */
export const localPlatform = { notaryId: 'local', name: { zh: '岛风存证（本地）', en: 'Shimakaze (local)' } }

/** The site that answers where no other claims the host; undefined until there is one. */
export async function defaultPlatform(db: Database): Promise<Platform | undefined> {
  const row = await db.system.selectFrom('platform').select(columns).where('isDefault', '=', true).executeTakeFirst()
  return row && platformOf(row)
}

/** The one site of a fresh local installation. */
export async function ensureLocalPlatform(db: Database): Promise<Platform> {
  const found = await defaultPlatform(db)
  if (found) return found
  try {
    await db.asSystem(async (tx) => {
      const id = await setDefaultPlatform(tx, undefined, { ...localPlatform, hosts: [] })
      await recordAct(
        tx,
        { system: true, platform: { id }, accountId: null },
        { action: 'platform.created', subjectKind: 'platform', subjectId: id, details: localPlatform },
      )
    })
  } catch (e) {
    if (!isDuplicate(e, 'platform_one_default') && !isDuplicate(e, 'platform_notary_id_key')) throw e
  }
  return ensureLocalPlatform(db)
}

export interface PlatformSettings {
  notaryId: string
  name: Platform['name']
  /** Host names that lead to it. */
  hosts: string[]
}

/** Writes the default site: a new row, or the one named. Gives its id. */
export async function setDefaultPlatform(
  tx: Tx,
  existing: string | undefined,
  { notaryId, name, hosts }: PlatformSettings,
): Promise<string> {
  const row = { notaryId, name: JSON.stringify(name) as unknown as Json, hosts: hosts.map((h) => h.toLowerCase()) }
  if (existing !== undefined) {
    await tx.updateTable('platform').set(row).where('id', '=', existing).execute()
    return existing
  }
  const id = newId()
  await tx
    .insertInto('platform')
    .values({ id, isDefault: true, ...row })
    .execute()
  return id
}

/** What a site is called in a language; Chinese where it has no English name. */
export const platformName = ({ name }: Pick<Platform, 'name'>, lang: Language) =>
  lang === 'en' ? (name.en ?? name.zh) : name.zh

/** A client that names a platform must name the one it is talking to. */
export function requirePlatform(platform: Platform, notaryId: string | undefined) {
  if (notaryId && notaryId !== platform.notaryId) throw new AppError('unknown-platform')
}
