import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { handOverCalls } from '../../../contract/accounts/hand-over.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import { deviceOf } from '../../kit/calls/device-of.ts'
import { AppError } from '../../kit/errors.ts'
import { newSecret } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { publicUrlOf } from '../../platform/platform.service.ts'
import { holdLogins } from '../people.repo.ts'
import { browserHash, browserOf } from '../sign-in/browser.ts'
import { endOfSession } from '../sign-in/sessions.repo.ts'
import { signIn } from '../sign-in/sign-in.service.ts'
import * as repo from './qr.repo.ts'

type Status = z.output<typeof handOverCalls.qrStatus.reply>

/** The secret stands behind the `#`: it reaches no log, and no server but in a request of the page itself. */
export async function askQr(services: Services, visitor: Visitor) {
  const [browser, secret, number] = [browserOf(visitor), newSecret(), String(randomInt(10, 100))]
  const { id, expiresAt } = await services.db.asSystem((tx) => repo.createQr(tx, visitor, { browser, secret, number }))
  return {
    cookie: { browser },
    data: {
      appId: id,
      qr: `${publicUrlOf(services.config, visitor.platform)}/app/auth-login#${id}.${secret}`,
      expireAt: expiresAt.toISOString(),
    },
  }
}

export async function statusOfQr(services: Services, visitor: Visitor, id: string): Promise<Status> {
  const found = await repo.ofBrowser(services.db.system, id, visitor.platform.id, browserHash(visitor))
  if (found?.status === 'WAIT') return { status: 'WAIT', refused: false }
  if (found?.status === 'SCANNED') return { status: 'SCANNED', refused: false, number: found.number }
  if (found?.status === 'CONFIRMED') return letIn(services, visitor, id)
  return { status: 'EXPIRED', refused: found?.status === 'REFUSED' }
}

/** Two that ask at once: one of them takes it. */
function letIn(services: Services, visitor: Visitor, id: string): Promise<Status> {
  return services.db.asSystem(async (tx) => {
    const taken = await repo.takeQr(tx, id, visitor.platform.id, browserHash(visitor))
    if (taken) await holdLogins(tx, taken.id)
    // The phone's session may have ended while it was taken.
    if (!taken || !(await endOfSession(tx, taken.tokenSha256))) return { status: 'EXPIRED', refused: false }
    return {
      status: 'CONFIRMED',
      refused: false,
      ...(await signIn(services, tx, visitor, taken, {
        way: 'app',
        membershipId: taken.membershipId,
        // What stands for all of a person's accounts is a sign-in of its own; what is bound stays bound.
        ...(taken.membershipId && { openedBy: taken.tokenSha256 }),
      })),
    }
  })
}

interface Shown {
  appId: string
  secret: string
}

/** What the phone shows of the browser that asks, so that nobody lets in a stranger's. */
export async function scan(services: Services, caller: Caller, { appId, secret }: Shown) {
  const found = await repo.scanQr(services.db, appId, secret, caller)
  if (!found) throw new AppError('qr-gone')
  return {
    device: deviceOf(found.userAgent),
    ip: found.ip,
    askedAt: found.createdAt.toISOString(),
    expireAt: found.expiresAt.toISOString(),
    sameAddress: found.ip === caller.ip,
    personName: caller.personName,
    accountName: caller.accountName,
  }
}

export async function decide(
  services: Services,
  caller: Caller,
  { appId, secret, approve, number }: Shown & { approve: boolean; number?: string | undefined },
) {
  const right = !approve || number === (await repo.numberOf(services.db.system, appId, secret))
  await services.db.asSystem(async (tx) => {
    const asked = await repo.answerQr(tx, appId, secret, caller, approve && right ? 'CONFIRMED' : 'REFUSED')
    if (!asked) throw new AppError('qr-gone')
    const { browser, system } = deviceOf(asked.userAgent)
    await recordAct(tx, caller, {
      action: approve && right ? 'qr.confirmed' : 'qr.refused',
      subjectKind: 'person',
      subjectId: caller.personId,
      details: { device: [browser, system].filter(Boolean).join(' · '), from: asked.ip },
    })
  })
  if (!right) throw new AppError('qr-number-wrong')
}
