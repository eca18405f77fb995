import { randomBytes } from 'node:crypto'
import {
  type ApiKey,
  type KeyBody,
  type KeyCallFind,
  type KeyChange,
  type KeyFind,
  mostKeys,
} from '../../contract/open-api/keys.ts'
import type { FieldProblem } from '../../contract/kit/issues.ts'
import { requireNotClosing } from '../accounts/closing-guard.service.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { changesOf } from '../kit/audit/changes.ts'
import type { AccountTx } from '../kit/db/db.ts'
import { AppError, badFields, checkVersion } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { announce } from '../kit/notify/live.ts'
import { tell } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import { prepareCallbacks } from './callbacks/prepare.ts'
import * as repo from './keys.repo.ts'
import { readPublicKey } from './public-key.ts'

const shown = (k: repo.KeyRecord): ApiKey => ({
  ...k,
  status: k.status as ApiKey['status'],
  lastUsedAt: k.lastUsedAt?.toISOString() ?? null,
  expiresAt: k.expiresAt?.toISOString() ?? null,
  createdAt: k.createdAt.toISOString(),
  updatedAt: k.updatedAt.toISOString(),
})

export async function list(services: Services, caller: Caller, find: KeyFind) {
  const { rows, ...rest } = await services.db.forAccount(caller, (tx) => repo.listKeys(tx, caller.accountId, find))
  return { list: rows.map(shown), ...rest }
}

export async function requireKey(tx: AccountTx, caller: Caller, id: string, options?: { lock: boolean }) {
  const found = await repo.findKey(tx, caller.accountId, id, options)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async (services: Services, caller: Caller, id: string): Promise<ApiKey> =>
  shown(await services.db.forAccount(caller, (tx) => requireKey(tx, caller, id)))

export const log = (services: Services, caller: Caller, id: string, find: KeyCallFind) =>
  services.db.forAccount(caller, async (tx) => {
    await requireKey(tx, caller, id)
    const { rows, ...rest } = await repo.listCalls(tx, caller.accountId, id, find)
    return { list: rows.map((c) => ({ ...c, at: c.at.toISOString() })), ...rest }
  })

type KeyAct = 'created' | 'changed' | 'disabled' | 'enabled' | 'revoked' | 'callbackTried' | 'callbackAgain'

export async function tellKey(
  tx: AccountTx,
  caller: Caller,
  id: string,
  act: KeyAct,
  details: Record<string, unknown>,
) {
  await recordAct(tx, caller, { action: `key.${act}`, subjectKind: 'api-key', subjectId: id, details })
  await announce(tx, caller.accountId, { topic: 'apiKeys', id })
}

/** An end that has passed already. */
export const pastEnd = ({ expiresAt }: { expiresAt?: string | null }): FieldProblem[] =>
  expiresAt && Date.parse(expiresAt) <= Date.now() ? [{ path: 'expiresAt', key: 'inPast' }] : []

/** Keeps a public key whose requests act in the caller's membership. */
export async function create(services: Services, caller: Caller, { publicKey, ...extent }: KeyBody) {
  const read = readPublicKey(publicKey)
  await prepareCallbacks(services, caller, extent.callbackUrl)
  const key = { id: newId(), accessKey: randomBytes(16).toString('hex'), ...extent }
  const { fingerprint } = read
  return services.db.forAccount(caller, async (tx) => {
    await requireNotClosing(tx, caller)
    if ((await repo.countKeys(tx, caller.accountId)) >= mostKeys)
      throw new AppError('limit-reached', { limit: mostKeys })
    if (!(await repo.insertKey(tx, caller, key, read))) throw badFields({ path: 'publicKey', key: 'publicKey.known' })
    await tellKey(tx, caller, key.id, 'created', {
      name: key.name,
      fingerprint,
      ips: key.ips.join(', '),
      callbackUrl: key.callbackUrl,
      expiresAt: key.expiresAt,
    })
    await tell(tx, services.jobs, {
      kind: 'keyMade',
      platformId: caller.platform.id,
      personId: caller.personId,
      accountId: caller.accountId,
      subjectId: key.id,
      params: { name: key.name },
    })
    return { id: key.id, accessKey: key.accessKey, fingerprint }
  })
}

/** As the record of changes compares it: lists as text. */
const told = ({ name, ips, callbackUrl, expiresAt }: Pick<ApiKey, 'name' | 'ips' | 'callbackUrl' | 'expiresAt'>) => ({
  name,
  ips: ips.join(', '),
  callbackUrl,
  expiresAt: expiresAt && new Date(expiresAt).toISOString(),
})

async function requireLive(tx: AccountTx, caller: Caller, id: string) {
  const before = await requireKey(tx, caller, id, { lock: true })
  if (before.status === 'REVOKED') throw new AppError('wrong-state')
  return before
}

export async function update(
  services: Services,
  caller: Caller,
  id: string,
  { version, ...extent }: KeyChange & { version?: number | undefined },
) {
  await prepareCallbacks(services, caller, extent.callbackUrl)
  return services.db.forAccount(caller, async (tx) => {
    const before = shown(await requireLive(tx, caller, id))
    checkVersion(version, before)
    const details = changesOf(told(before), told(extent))
    const past = 'expiresAt' in details.changes ? pastEnd(extent) : []
    if (past.length) throw badFields(...past)
    const saved = await repo.saveExtent(tx, caller.accountId, id, extent)
    await tellKey(tx, caller, id, 'changed', details)
    return { version: saved }
  })
}

export const setStatus = (services: Services, caller: Caller, id: string, status: 'ACTIVE' | 'DISABLED') =>
  services.db.forAccount(caller, async (tx) => {
    const { name } = await requireLive(tx, caller, id)
    if (await repo.setStatus(tx, caller.accountId, id, status))
      await tellKey(tx, caller, id, status === 'ACTIVE' ? 'enabled' : 'disabled', { name })
  })

export const revoke = (services: Services, caller: Caller, id: string) =>
  services.db.forAccount(caller, async (tx) => {
    const { name, fingerprint } = await requireKey(tx, caller, id, { lock: true })
    if (await repo.setStatus(tx, caller.accountId, id, 'REVOKED'))
      await tellKey(tx, caller, id, 'revoked', { name, fingerprint })
  })
