import {
  mostSubAccounts,
  type SubAccount,
  type SubBody,
  type SubFind,
  type SubStatus,
} from '../../../contract/accounts/sub-accounts.ts'
import type { MessageKind } from '../../../contract/messages/messages.ts'
import { maskPhone } from '../../../contract/kit/mask.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import { eachOf } from '../../kit/calls/each-of.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { changesOf } from '../../kit/audit/changes.ts'
import type { AccountTx, Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { announce } from '../../kit/notify/live.ts'
import { tell as tellPerson } from '../../kit/notify/news.ts'
import { requireHardToGuess } from '../../kit/secrets/guessable.ts'
import { hashPassword } from '../../kit/secrets/passwords.ts'
import { countHit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { requirePlatform } from '../../platform/platform.service.ts'
import { requireCode, type Scene, sendCode } from '../codes/codes.service.ts'
import { findPersonByPhone, lockLogins, setPassword as savePassword } from '../people.repo.ts'
import { endSessionsOf } from '../sign-in/sessions.repo.ts'
import { holdClosingAt, requireNotClosing } from '../closing-guard.service.ts'
import * as repo from './sub-accounts.repo.ts'

const shown = (s: repo.SubRecord): SubAccount => ({
  id: s.id,
  userId: s.id,
  name: s.name ?? '',
  phoneMasked: maskPhone(s.phone ?? ''),
  dept: s.dept,
  grants: s.grants as SubAccount['grants'],
  quota: s.quota,
  budget: s.budget,
  spent: s.spent,
  used: s.used,
  status: s.status as SubStatus,
  ours: s.ours,
  version: s.version,
  createdAt: s.createdAt.toISOString(),
  updatedAt: s.updatedAt.toISOString(),
})

export async function list(services: Services, caller: Caller, find: SubFind) {
  const { rows, ...rest } = await services.db.forAccount(caller, (tx) => repo.listSubs(tx, caller.accountId, find))
  return { list: rows.map(shown), ...rest }
}

async function require(tx: AccountTx, caller: Caller, id: string, options?: { lock: boolean }) {
  const found = await repo.findSub(tx, caller.accountId, id, options)
  if (!found) throw new AppError('not-found')
  return found
}

const read = (services: Services, caller: Caller, id: string) =>
  services.db.forAccount(caller, (tx) => require(tx, caller, id))

export const get = async (services: Services, caller: Caller, id: string): Promise<SubAccount> =>
  shown(await read(services, caller, id))

/** A code is bound to the account that asked, so that none can be used to bring a person into another. */
const inviting = (caller: Caller): Scene => ({
  words: 'sub',
  of: caller.accountId,
  params: { account: caller.accountName },
})
const passwordOf = (caller: Caller): Scene => ({
  words: 'subPassword',
  of: caller.accountId,
  params: { account: caller.accountName },
})

interface Asked {
  phone?: string | undefined
  userId?: string | undefined
  captchaId: string
  captcha: string
  notaryId?: string | undefined
}

/** Tells the phone who asks, so that its holder knows what they agree to. */
export async function sendSubCode(services: Services, caller: Caller, { phone, userId, notaryId, ...captcha }: Asked) {
  requirePlatform(caller.platform, notaryId)
  if (!phone && !userId) throw badFields({ path: 'phone', key: 'required' })
  const sub = userId ? await read(services, caller, userId) : undefined
  await countHit(services.db, `sub-codes:${caller.accountId}`, { hits: 100, seconds: 86_400 })
  return sendCode(services, caller, sub ? passwordOf(caller) : inviting(caller), {
    to: sub?.phone ?? phone!,
    ...captcha,
  })
}

export async function create(services: Services, caller: Caller, body: SubBody) {
  await requireCode(services, caller, inviting(caller), body.phone, body)
  const extent = { grants: body.grants, quota: body.quota, budget: body.budget, dept: body.dept }
  return services.db.asSystem(async (tx) => {
    await requireNotClosing(tx, caller)
    await holdClosingAt(tx, caller.platform.id, body.phone)
    if ((await repo.countSubs(tx, caller.accountId)) >= mostSubAccounts)
      throw new AppError('limit-reached', { limit: mostSubAccounts })
    const person =
      (await findPersonByPhone(tx, caller.platform.id, body.phone)) ??
      (await repo.insertPerson(tx, {
        platformId: caller.platform.id,
        phone: body.phone,
        name: body.name,
        lang: caller.lang,
        broughtBy: caller.accountId,
      }))
    const userId = await repo.insertSub(tx, {
      platformId: caller.platform.id,
      accountId: caller.accountId,
      personId: person.id,
      ...extent,
    })
    if (!userId) throw badFields({ path: 'phone', key: 'duplicate' })
    await repo.releasePerson(tx, person.id, caller.accountId)
    await tell(tx, caller, userId, 'created', { name: person.name, ...extent })
    await tellSub(tx, services, caller, person.id, 'subAdded')
    return { userId, name: person.name }
  })
}

async function tell(
  tx: Tx,
  caller: Caller,
  id: string,
  act: 'created' | 'changed' | 'passwordSet' | (typeof acts)[SubStatus],
  details: Record<string, unknown> = {},
) {
  await recordAct(tx, caller, { action: `subAccount.${act}`, subjectKind: 'membership', subjectId: id, details })
  await announce(tx, caller.accountId, { topic: 'subAccounts', id })
}

/** What became of their membership is about the person: they may have no account any more to read it in. */
const tellSub = (
  tx: Tx,
  { jobs }: Services,
  { platform, accountName }: Caller,
  personId: string,
  kind: Extract<MessageKind, `sub${string}`>,
) =>
  tellPerson(tx, jobs, { kind, platformId: platform.id, personId, accountId: null, params: { account: accountName } })

/** As the record of changes compares it: lists as text. */
const told = ({ grants, quota, budget, dept }: repo.Extent) => ({
  grants: [...grants].sort().join(),
  quota,
  budget,
  dept,
})

export const update = (
  services: Services,
  caller: Caller,
  id: string,
  { version, ...extent }: repo.Extent & { version?: number | undefined },
) =>
  services.db.forAccount(caller, async (tx) => {
    const before = await require(tx, caller, id, { lock: true })
    if (version !== undefined && version !== before.version)
      throw new AppError('conflict', {}, [], { current: shown(before) })
    const saved = await repo.saveExtent(tx, caller.accountId, id, extent)
    const details = changesOf(told(before as unknown as repo.Extent), told(extent))
    await tell(tx, caller, id, 'changed', details)
    if (Object.keys(details.changes).length) await tellSub(tx, services, caller, before.personId, 'subChanged')
    return { version: saved }
  })

const acts = { ACTIVE: 'enabled', DISABLED: 'disabled', DELETED: 'removed' } as const
const kinds = { ACTIVE: 'subEnabled', DISABLED: 'subDisabled', DELETED: 'subRemoved' } as const

async function stand(services: Services, tx: AccountTx, caller: Caller, id: string, status: SubStatus) {
  const before = await require(tx, caller, id, { lock: true })
  if (!(await repo.setStatus(tx, caller.accountId, id, status))) return
  await tell(tx, caller, id, acts[status], { name: before.name })
  await tellSub(tx, services, caller, before.personId, kinds[status])
}

export const setStatus = (services: Services, caller: Caller, id: string, status: SubStatus) =>
  services.db.forAccount(caller, (tx) => stand(services, tx, caller, id, status))

export const setStatusOfMany = (services: Services, caller: Caller, ids: string[], status: SubStatus) =>
  eachOf(services, caller, ids, (tx, id) => stand(services, tx, caller, id, status))

/**
 * A password for somebody this account brought here; the code went to their phone. Whoever has another account sets
 * their own: else one account could take over what the person does in another.
 */
export async function setPassword(
  services: Services,
  caller: Caller,
  body: { userId: string; password: string; code: string; codeId: string },
) {
  const sub = await read(services, caller, body.userId)
  const { phone } = sub
  if (!sub.ours || !phone) throw new AppError('not-ours')
  requireHardToGuess(body.password, [sub.name, phone, caller.accountName])
  await requireCode(services, caller, passwordOf(caller), phone, body)
  const passwordPhc = await hashPassword(body.password)
  await services.db.asSystem(async (tx) => {
    await lockLogins(tx, sub.personId)
    // They may just have come to act elsewhere too, or have left the phone that the code went to.
    if (!(await repo.isBroughtBy(tx, caller.accountId, { personId: sub.personId, phone })))
      throw new AppError('not-ours')
    await savePassword(tx, sub.personId, passwordPhc)
    await endSessionsOf(tx, sub.personId)
    await tell(tx, caller, sub.id, 'passwordSet', { name: sub.name })
  })
}
