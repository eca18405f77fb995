import { recordAct } from '../kit/audit/audit.ts'
import { type AlipayAnswer, alipayClient } from '../kit/alipay/client.ts'
import { AlipayFailure } from '../kit/alipay/failure.ts'
import { type AlipayApp, alipayAppOf } from '../kit/alipay/alipay.settings.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { isDuplicate, type Tx } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import { tell } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import { byAge } from '../kit/work/backoff.ts'
import { eachRow } from '../kit/work/each-row.ts'
import { platformById, publicUrlOf } from '../platform/platform.service.ts'
import * as repo from './alipay.repo.ts'
import * as certify from './certify.repo.ts'
import { announceIdentity, requireAge, requireTurn, whose } from './certify.service.ts'
import { requireConsent } from './consents.service.ts'
import { eraseOne } from './erase.ts'
import { lookupOf, openIdentity, sealedColumns, type SealedIdentity } from './sealed.ts'
import { identityQueue } from './identity.queue.ts'

/** The vendor lets a check be used for 23 hours after it was begun. */
const usableHours = 23
const page = '/accountSetting/basicSetting/aliRealName'

interface App extends AlipayApp {
  certify: string
}

function appFor({ config }: Services, platform: { notaryId: string }): App {
  const app = alipayAppOf(config, platform.notaryId)
  if (!app?.certify) throw new AppError('third-party-closed')
  return app as App
}

/** What people are told of the vendor's failures; the vendor's own words never leave the client. */
function refuse(error: unknown): never {
  if (!(error instanceof AlipayFailure)) throw error
  throw new AppError(error.kind === 'later' || error.kind === 'unanswered' ? 'third-party-busy' : 'third-party-broken')
}

const mostText = 64
const textOf = (value: unknown) =>
  typeof value === 'string' && value.length > 0 && value.length <= mostText ? value : undefined

/**
 * Begins a check: the attempt stands before the vendor is asked, so that an answer which is lost leaves the same attempt with the same
 * order number to go on with, and no second one.
 */
export async function begin(
  services: Services,
  caller: Caller,
  { cert_name: name, cert_no: number }: { cert_name: string; cert_no: string },
) {
  const app = appFor(services, caller.platform)
  requireAge(number, 'cert_no')
  await requireConsent(services.db.system, caller, 'identityAlipay')
  const attempt = await attemptOf(services, caller, { name, number })
  const vendorId = attempt.vendorId ?? (await initialize(services, caller, app, attempt, { name, number }))
  return { certify_id: vendorId, redirectUrl: addressOf(services, caller, app, vendorId) }
}

/** The open attempt of the same name and number, else a new one in the place of one that never reached the vendor. */
async function attemptOf(services: Services, caller: Caller, identity: SealedIdentity) {
  const mine = whose(caller, 'PERSONAL')
  const lookup = await lookupOf(services, 'PERSONAL', identity.number)
  return services.db.asSystem(async (tx) => {
    await certify.lockAttempts(tx, mine)
    const open = await certify.findOpen(tx, mine)
    if (open?.way === 'alipay') {
      const known = await openIdentity(services, open)
      if (open.lookup?.equals(lookup) && known?.name === identity.name)
        return { id: open.id, orderNo: open.orderNo!, vendorId: open.vendorId }
      if (!open.vendorId && (await repo.cancelPending(tx, open.id))) await eraseOne(tx, open.id)
    }
    await requireTurn(tx, mine)
    const id = newId()
    const orderNo = id.replaceAll('-', '')
    await certify.insertIdentity(tx, {
      id,
      platformId: caller.platform.id,
      ...mine,
      way: 'alipay',
      status: 'PENDING',
      orderNo,
      usableUntil: new Date(Date.now() + usableHours * 3_600_000),
      ...(await sealedColumns(services, tx, { id, kind: 'PERSONAL' }, identity)),
    })
    await recordAct(tx, caller, {
      action: 'identity.submitted',
      subjectKind: 'identity',
      subjectId: id,
      details: { kind: 'PERSONAL', way: 'alipay' },
    })
    await announceIdentity(tx, caller.accountId, id)
    return { id, orderNo, vendorId: null }
  })
}

async function initialize(
  services: Services,
  caller: Caller,
  app: App,
  { id, orderNo }: { id: string; orderNo: string },
  { name, number }: SealedIdentity,
): Promise<string> {
  const bizContent = {
    outer_order_no: orderNo,
    biz_code: app.certify,
    identity_param: { identity_type: 'CERT_INFO', cert_type: 'IDENTITY_CARD', cert_name: name, cert_no: number },
    // `never`: the face that the app looks at is not kept for us.
    merchant_config: {
      return_url: `${publicUrlOf(services.config, caller.platform)}${page}`,
      face_reserve_strategy: 'never',
    },
  }
  const answer = await alipayClient(app)
    .call('alipay.user.certify.open.initialize', { bizContent })
    .catch((error: unknown) => giveUp(services, caller, id, error))
  const vendorId = textOf(answer['certify_id'])
  if (!vendorId) throw new AppError('third-party-broken')
  try {
    await services.db.asSystem(async (tx) => {
      if (await repo.setVendorId(tx, id, vendorId)) return services.jobs.enqueue(tx, identityQueue, { id }, backoff(0))
      // Another page of the same person was a moment earlier: the vendor knows one order and gave both the same check.
      const now = await repo.lockCheck(tx, id)
      if (now?.status !== 'PENDING' || now.vendorId !== vendorId) throw new AppError('wrong-state')
    })
  } catch (error) {
    // Somebody's earlier answer, sent once more.
    if (isDuplicate(error, 'real_name_vendor_id_key')) throw new AppError('third-party-broken')
    throw error
  }
  return vendorId
}

/** What the vendor refused for good is over; where nobody knows, the attempt stays to be gone on with. */
async function giveUp({ db }: Services, caller: Caller, id: string, error: unknown): Promise<never> {
  const unsure = error instanceof AlipayFailure && (error.kind === 'later' || error.kind === 'unanswered')
  if (!unsure) {
    await db.asSystem(async (tx) => {
      if (!(await repo.cancelPending(tx, id))) return
      await eraseOne(tx, id)
      await announceIdentity(tx, caller.accountId, id)
    })
  }
  return refuse(error)
}

const addressOf = (services: Services, { platform }: Pick<Caller, 'platform'>, app: App, vendorId: string) =>
  alipayClient(app).pageUrl('alipay.user.certify.open.certify', {
    bizContent: { certify_id: vendorId },
    params: { return_url: `${publicUrlOf(services.config, platform)}${page}` },
  })

async function requireCheck({ db }: Services, { personId }: Caller, vendorId: string) {
  const found = await repo.findByVendorId(db.system, personId, vendorId)
  if (!found) throw new AppError('not-found')
  return found
}

export async function redirect(services: Services, caller: Caller, vendorId: string) {
  const check = await requireCheck(services, caller, vendorId)
  if (check.status !== 'PENDING') throw new AppError('wrong-state')
  return { url: addressOf(services, caller, appFor(services, caller.platform), vendorId) }
}

/** How a person's own check stands: only the vendor's signed answer to our question counts, never what a browser brings back. */
export async function query(services: Services, caller: Caller, vendorId: string) {
  const check = await requireCheck(services, caller, vendorId)
  const status =
    check.status === 'PENDING'
      ? await look(services, check, appFor(services, caller.platform)).catch(refuse)
      : check.status
  return { passed: status === 'PASS' ? ('T' as const) : ('F' as const), status: status as 'PASS' }
}

const passes = (passed: unknown) => (Array.isArray(passed) ? passed[0] : passed) === 'T'

/** Asks the vendor. F also means that the person is not done yet, so only T and the end of its time end a check. */
async function look(services: Services, check: repo.Check, app: App): Promise<string> {
  const answer = await alipayClient(app)
    .call('alipay.user.certify.open.query', { bizContent: { certify_id: check.vendorId! } })
    .catch((error: unknown): AlipayAnswer => {
      if (error instanceof AlipayFailure && error.subCode === 'CERTIFY_ID_EXPIRED') return { passed: 'F', over: true }
      throw error
    })
  const named = textOf(answer['certify_id'])
  if (named !== undefined && named !== check.vendorId)
    throw new AlipayFailure('alipay.user.certify.open.query', 'untrusted', 'other-certify-id')
  if (passes(answer['passed'])) return end(services, check, 'PASS')
  return 'over' in answer || (await repo.isOver(services.db.system, check.id))
    ? end(services, check, 'EXPIRED')
    : 'PENDING'
}

async function end(services: Services, check: repo.Check, status: 'PASS' | 'EXPIRED'): Promise<string> {
  const { id, platformId, accountId, personId } = check
  return services.db.asSystem(async (tx: Tx) => {
    const mine = { kind: 'PERSONAL' as const, personId, accountId }
    await certify.lockAttempts(tx, mine)
    const now = await repo.lockCheck(tx, id)
    if (now?.status !== 'PENDING') return now?.status ?? status
    if (status === 'PASS') await certify.replacePassed(tx, mine)
    await certify.decide(tx, id, { status })
    if (status === 'EXPIRED') await eraseOne(tx, id)
    await recordAct(
      tx,
      { system: true, platform: { id: platformId }, accountId },
      {
        action: status === 'PASS' ? 'identity.passed' : 'identity.expired',
        subjectKind: 'identity',
        subjectId: id,
        details: { kind: 'PERSONAL', way: 'alipay' },
      },
    )
    await announceIdentity(tx, accountId, id)
    if (status === 'PASS')
      await tell(tx, services.jobs, {
        kind: 'identityPassed',
        platformId,
        personId,
        accountId,
        subjectId: id,
        params: { of: 'PERSONAL' },
      })
    return status
  })
}

/** Seconds until a check is looked at without anybody's page: soon at first, then ever less often, until its time is over. */
const backoff = byAge([60, 120, 300, 900, 3_600], 4)

function untilLater(error: unknown): 'PENDING' {
  if (error instanceof AlipayFailure) return 'PENDING'
  throw error
}

/** A person who closed the page has passed all the same. */
export async function lookByJob(services: Services, job: { jobId: string; id: string }): Promise<void> {
  const check = await repo.findById(services.db.system, job.id)
  const done = (after?: number) =>
    services.db.asSystem(async (tx) => {
      if (after !== undefined) await services.jobs.enqueue(tx, identityQueue, { id: job.id }, after)
      await services.jobs.complete(tx, identityQueue, job.jobId)
    })
  if (!check || check.status !== 'PENDING' || !check.vendorId) return done()
  const app = appFor(services, await platformById(services.db.system, check.platformId))
  // A vendor that is away for hours must not use up the job's attempts.
  const status = await look(services, check, app).catch(untilLater)
  const age = usableHours * 3_600 - (check.usableUntil!.getTime() - Date.now()) / 1_000
  return done(status === 'PENDING' ? backoff(age) : undefined)
}

/** For so long after its time a check waits for a vendor that does not answer. */
const graceHours = 24

/** What never reached the vendor, and what lost its job, ends with its time; what reached it is asked about once more. */
export async function sweepChecks(services: Services): Promise<void> {
  await eachRow(await repo.overdue(services.db.system), async (id) => {
    const check = await repo.findById(services.db.system, id)
    if (
      check &&
      (await lastLook(services, check)) === 'PENDING' &&
      check.usableUntil!.getTime() < Date.now() - graceHours * 3_600_000
    )
      await end(services, check, 'EXPIRED')
  })
}

async function lastLook(services: Services, check: repo.Check): Promise<string> {
  const app = alipayAppOf(services.config, (await platformById(services.db.system, check.platformId)).notaryId)
  if (!check.vendorId || !app?.certify) return end(services, check, 'EXPIRED')
  return look(services, check, app as App).catch(untilLater)
}
