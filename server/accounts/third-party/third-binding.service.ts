import type { Provider } from '../../../contract/accounts/third-provider.ts'
import { type Actor, recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { isDuplicate, type Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { holdLogins, lockLogins, readPerson } from '../people.repo.ts'
import { type GivenProof, requireProof } from '../proofs/proof.service.ts'
import { endOfSession } from '../sign-in/sessions.repo.ts'
import { tellSecurity } from '../tell-security.service.ts'
import { readAttempt } from './attempts.repo.ts'
import { type Came, meet, type Met, sendAway } from './exchange.service.ts'
import { deleteThird, findHolder, insertThird, thirdsOf } from './third-accounts.repo.ts'
import { openWays, requireWay } from './ways.service.ts'

const bound = async (services: Services, caller: Caller, provider: Provider) =>
  (await thirdsOf(services.db.system, caller.personId)).some((t) => t.provider === provider)

/** A session alone may not add a way to sign in: whoever stole it would keep that. */
export async function beginBinding(
  services: Services,
  caller: Caller,
  { provider, ...proof }: GivenProof & { provider: Provider },
) {
  requireWay(services, caller, provider)
  await requireProof(services, caller, proof)
  return sendAway(
    services,
    caller,
    provider,
    (await bound(services, caller, provider)) ? 'REBIND' : 'BIND',
    caller.sessionHash,
  )
}

/** Only in the session that began it. An identity that is somebody's is refused without telling whose. */
export async function bindThird(services: Services, caller: Caller, came: Came, purpose: 'BIND' | 'REBIND') {
  const met = await meet(services, caller, came, purpose, caller.sessionHash)
  await exclusively(() =>
    services.db.asSystem(async (tx) => {
      // The vendor took its time: whoever was signed out meanwhile leaves no way in behind.
      await holdLogins(tx, caller.personId)
      if (!(await endOfSession(tx, caller.sessionHash))) throw new AppError('session-gone')
      const holder = await findHolder(tx, met)
      // It is theirs: the same answer for a second time, or the same WeChat again.
      if (holder?.id === caller.personId) return
      if (holder) throw new AppError('third-party-taken')
      const replaced = purpose === 'REBIND' && (await deleteThird(tx, caller.personId, met.provider))
      await putThird(services, tx, { actor: caller, holder: caller, replaced }, met)
    }),
  )
  return { bound: true }
}

interface Holder {
  id: string
  platform: Caller['platform']
}

interface Binding {
  actor: Actor
  holder: Pick<Caller, 'personId' | 'platform'>
  /** In place of another of the same vendor. */
  replaced?: boolean
}

async function putThird(
  services: Services,
  tx: Tx,
  { actor, holder: { personId, platform }, replaced = false }: Binding,
  met: Omit<Met, 'first' | 'attemptId'>,
) {
  await insertThird(tx, personId, met)
  await recordAct(tx, actor, {
    action: replaced ? 'third.rebound' : 'third.bound',
    subjectKind: 'person',
    subjectId: personId,
    details: { way: met.provider },
  })
  await tellSecurity(services, tx, { platform, personId }, 'thirdBound', { vendor: met.provider })
}

/** Binds what a sign-in met to whoever gave their phone for it, in the transaction that lets them in. */
export async function bindMet(services: Services, tx: Tx, actor: Actor, holder: Holder, attemptId: string) {
  const attempt = await readAttempt(tx, attemptId)
  if (!attempt?.subject) throw new AppError('ticket-gone')
  const met = { ...attempt, subject: attempt.subject, provider: attempt.provider as Provider }
  const known = await findHolder(tx, met)
  if (known?.id === holder.id) return
  if (known) throw new AppError('third-party-taken')
  await putThird(services, tx, { actor, holder: { personId: holder.id, platform: holder.platform } }, met)
}

/** Two at once: the database lets one of them in. */
export async function exclusively<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (e) {
    if (
      [
        'third_account_subject',
        'third_account_also',
        'third_account_union',
        'third_account_person_id_provider_key',
      ].some((name) => isDuplicate(e, name))
    )
      throw new AppError('third-party-taken')
    throw e
  }
}

export async function unbindThird(
  services: Services,
  caller: Caller,
  { provider, ...proof }: GivenProof & { provider: Provider },
) {
  await requireProof(services, caller, proof)
  await services.db.asSystem(async (tx) => {
    // Of two that are given up at once the second counts the first.
    await lockLogins(tx, caller.personId)
    if (!(await deleteThird(tx, caller.personId, provider))) throw new AppError('wrong-state')
    if (!(await hasOtherWay(services, tx, caller))) throw new AppError('last-way')
    await recordAct(tx, caller, {
      action: 'third.unbound',
      subjectKind: 'person',
      subjectId: caller.personId,
      details: { way: provider },
    })
    await tellSecurity(services, tx, caller, 'thirdUnbound', { vendor: provider })
  })
  return { unbound: true }
}

/** A password, a code by SMS where one can be sent, or another vendor that is open here. */
async function hasOtherWay({ config, messages }: Services, tx: Tx, { personId, platform }: Caller): Promise<boolean> {
  if (messages.can('sms', 'login')) return true
  const { passwordPhc } = await readPerson(tx, personId)
  const open = openWays(config, platform)
  return passwordPhc !== null || (await thirdsOf(tx, personId)).some((t) => open.includes(t.provider as Provider))
}
