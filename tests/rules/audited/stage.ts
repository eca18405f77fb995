import { expect } from 'vitest'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { deliveryCalls } from '../../../contract/certificates/delivery.ts'
import { shareCalls } from '../../../contract/certificates/share.ts'
import { type Call, type CallRequest, pathOf } from '../../../contract/kit/call.ts'
import { newId } from '../../../server/kit/ids.ts'
import { hashPassword } from '../../../server/kit/secrets/passwords.ts'
import { anchorsEnv } from '../../kit/outside/anchors-env.ts'
import { buildTestApp, type Member } from '../../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../../kit/people/codes.ts'
import { buildEvidence } from '../../kit/people/factories.ts'
import { forgetLimits } from '../../kit/people/forget-limits.ts'
import { otherAdministrator } from '../../kit/people/second-word.ts'
import { turnOnTotp } from '../../kit/people/totp.ts'
import { openPaySandbox } from '../../kit/vendors/pay-sandbox.ts'
import { startCertify } from '../../kit/vendors/alipay-certify.ts'
import { openTaxGateway } from '../../kit/vendors/nuonuo.ts'
import { openThirdParties } from '../../kit/vendors/third-parties.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>
/** Each call once, as it succeeds: what it needs is made first, then it is run and watched. The same for every call that a new resource brings. */
export type Scenes = Record<string, () => Promise<() => Promise<unknown>>>

export const act =
  <T>(before: () => Promise<T> | T, run: (made: T) => Promise<unknown>) =>
  async () => {
    const made = await before()
    return () => run(made)
  }
export const nothing = () => undefined
export const password = 'a long enough one'
export const reason = '投诉核对'

type CodeCall =
  | typeof sessionCalls.sendLoginCode
  | typeof sessionCalls.sendRegisterCode
  | typeof sessionCalls.sendPasswordCode

/** A service with an enterprise, its staff and the vendors' counterparts, and what more than one family of calls needs to begin with. */
export async function openStage() {
  const anchors = anchorsEnv()
  const parties = await openThirdParties()
  const t = await buildTestApp({ ...parties.env, ...anchors.env })
  const alipay = await startCertify()
  const gateway = await openTaxGateway(t)
  const payments = await openPaySandbox(t, 'wechat')
  const owner = await t.member({ name: '风岛公司', kind: 'enterprise' })
  const operator = await t.member({ name: '运营', role: 'operator' })
  const administrator = await t.member({ name: '管理', role: 'administrator' })
  const other = await otherAdministrator(t)

  let phones = 13_500_000_000
  const newPhone = () => String(++phones)
  async function must<C extends Call>(call: C, request: CallRequest<C>, as?: Member) {
    await forgetLimits(t)
    const reply = await t.call(call, request, as)
    if (!reply.success) throw new Error(JSON.stringify(reply))
    return reply.data
  }
  async function bytes(call: Call, params: Record<string, string>, query: Record<string, string> = {}, as?: Member) {
    const response = await t.inject({
      method: 'GET',
      url: pathOf(call, params),
      query,
      headers: as ? { 'x-auth-token': as.token } : {},
    })
    if (response.statusCode !== 200) throw new Error(response.body)
    // Whatever leaves a row when it is taken is nothing that a shared machine may keep.
    expect({ path: call.path, kept: response.headers['cache-control'] }).toEqual({ path: call.path, kept: 'no-store' })
  }
  async function code(call: CodeCall, phone: string) {
    const { codeId } = await must(call, { body: { phone, ...(await answerCaptcha(t)) } })
    return { phone, codeId, code: readCode(t, phone) }
  }
  const capture = async () =>
    (await must(webCaptureCalls.start, { body: { urls: [`https://example.com/${newId()}`] } }, owner)).list[0]!
  const evidence = (status?: 'failed' | 'to-confirm') => buildEvidence(t, owner, status ? { status } : {})
  const share = async () =>
    must(shareCalls.create, { body: { ano: (await evidence()).number, days: 1, withPackage: true } }, owner)
  async function codeOf() {
    const { number } = await evidence()
    return { number, ...(await must(deliveryCalls.makeCode, { body: { ano: number, days: 1 } }, owner)) }
  }
  const withPassword = async () => t.member({ passwordPhc: await hashPassword(password) })
  /** Somebody whose app shows codes, none of which was used. */
  async function withTotp() {
    const made = await turnOnTotp(t, await withPassword(), password)
    await t.services.db.system.updateTable('totp').set({ lastStep: 0 }).execute()
    return made
  }

  return {
    t,
    parties,
    alipay,
    owner,
    operator,
    administrator,
    other,
    newPhone,
    must,
    bytes,
    code,
    capture,
    evidence,
    share,
    codeOf,
    withPassword,
    withTotp,
    /** Rows on the record so far. */
    count: async () =>
      Number(
        (
          await t.services.db.system
            .selectFrom('audit')
            .select((e) => e.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      ),
    async close() {
      await Promise.all([t.close(), parties.close(), alipay.close(), payments.close(), gateway.close()])
      anchors.remove()
    },
  }
}
