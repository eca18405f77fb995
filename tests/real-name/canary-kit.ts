import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { alipaySettings } from '../../server/kit/alipay/alipay.settings.ts'
import { giveSettings } from '../kit/give-settings.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { type Watch, watchFor } from '../kit/canaries.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { newCreditCode, newResidentId } from '../kit/people/identities.ts'
import { type CertifyVendor, startCertify } from '../kit/vendors/alipay-certify.ts'
import { openThirdParties } from '../kit/vendors/third-parties.ts'
import { openLocalAuthority } from '../registry/deposit-kit.ts'
import { answers, columns } from './canary-places.ts'

const numberWithX = (): string => {
  const made = newResidentId({ birthday: '1987-06-05', female: true })
  return made.endsWith('X') ? made : numberWithX()
}
/** With a letter at its end: digits alone could be taken for the number of evidence. */
export const number = numberWithX()
export const person = { name: '金丝雀凯', idcard: number, birthday: '1987-06-05' }
export const company = { name: '栗喉蜂虎矿泉有限公司', uscc: newCreditCode(), legalPerson: '戴胜鹃' }
export const masked = `${number.slice(0, 4)}**********${number.slice(-4)}`

export let t: TestApp
export let authority: Authority
export let alipay: CertifyVendor
export let parties: Awaited<ReturnType<typeof openThirdParties>>
export let watch: Watch
export let me: Member
export let operator: Member
export let stranger: Member

/** A service that these identities are put into; after every test all places are looked through. */
export function withCanaries() {
  beforeAll(async () => {
    ;[alipay, parties, authority] = [
      await startCertify(),
      await openThirdParties('localhost:8080'),
      await openLocalAuthority(),
    ]
    t = await buildTestApp({ SHIMAKAZE_LOG: 'debug', ...parties.env })
    giveSettings(t.services.config, alipaySettings, alipay.settings)
    operator = await t.member({ name: '审核员', role: 'operator' })
    stranger = await t.member({ name: '路人' })
    me = await t.member({ name: '小雨', kind: 'enterprise' })
    // The last sign of a number is its check: whoever has the seventeen before it has the number.
    watch = watchFor(t, {
      idcard: number.slice(0, 17),
      name: person.name,
      birthday: person.birthday,
      birthdayInDigits: person.birthday.replaceAll('-', ''),
      company: company.name,
      uscc: company.uscc.slice(0, 17),
      legalPerson: company.legalPerson,
      phone: me.phone,
    })
  })
  beforeEach(() => forgetLimits(t))
  afterAll(async () => {
    await Promise.all([t.close(), alipay.close(), parties.close()])
  })
  afterEach(async () => {
    const found = {
      columns: await watch.tables(),
      answers: repliesWith(),
      log: watch.log.flatMap((line) => watch.in(line)),
      figures: watch.in((await t.inject({ method: 'GET', url: '/metrics' })).payload),
      sent: t.messages.flatMap((m) => watch.in(`${m.text} ${m.subject ?? ''} ${JSON.stringify(m.params)}`)),
      live: watch.in(JSON.stringify(await t.services.live.missed(me.accountId, 0))),
    }
    for (const place of [...found.columns, ...found.answers]) met.add(place)
    expect({
      ...found,
      columns: found.columns.filter((place) => !(place in columns)),
      answers: found.answers.filter((place) => !(place in answers)),
    }).toEqual({ columns: [], answers: [], log: [], figures: [], sent: [], live: [] })
    expect(watch.log.length).toBeGreaterThan(0)
    watch.replies.length = 0
    watch.log.length = 0
  })
}

export const met = new Set<string>()

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}|[0-9]{18}|[\w-]{43}/g
const repliesWith = () =>
  watch.replies.flatMap((r) =>
    watch.in(r.told).map((what) => `${r.refused ? 'refused ' : ''}${r.method} ${r.path.replaceAll(ids, '*')}: ${what}`),
  )
