import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alipaySettings } from '../../server/kit/alipay/alipay.settings.ts'
import { giveSettings } from '../kit/give-settings.ts'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { consentCalls } from '../../contract/real-name/consents.ts'
import { openJobsTable } from '../../server/kit/work/jobs.ts'
import { lookByJob, sweepChecks } from '../../server/real-name/alipay.service.ts'
import { sql } from 'kysely'
import { eraseOf } from '../../server/real-name/erase.ts'
import { buildTestApp, type Member, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'
import { agree, newResidentId, personalPapers } from '../kit/people/identities.ts'
import { type CertifyVendor, startCertify } from '../kit/vendors/alipay-certify.ts'

let t: TestApp
let vendor: CertifyVendor
let me: Member
let number: string
const name = '欧阳·娜娜𠮷'
beforeAll(async () => {
  ;[t, vendor] = [await buildTestApp(), await startCertify()]
  giveSettings(t.services.config, alipaySettings, vendor.settings)
})
beforeEach(async () => {
  await forgetLimits(t)
  Object.assign(vendor, { next: [], skew: 0 })
  me = await t.member({ name: '小雨' })
  number = newResidentId()
  vendor.holder = { name, number }
  await agree(t, me, 'identityAlipay')
})
afterAll(async () => {
  await t.close()
  await vendor.close()
})

const begin = (more: object = {}, who = me) =>
  t.call(certifyCalls.aliCertify, { body: { cert_name: name, cert_no: number, ...more } }, who)
const begun = async () => (await begin()).data.certify_id
const query = (certify_id: string, who = me) => t.call(certifyCalls.aliQuery, { query: { certify_id } }, who)
const info = async () => (await t.call(certifyCalls.info, {}, me)).data
const rows = () =>
  t.services.db.system
    .selectFrom('realName')
    .selectAll()
    .where('personId', '=', me.personId)
    .orderBy('createdAt')
    .execute()
const busy = { code: '20000', subCode: 'isp.unknow-error', unsigned: true }
const age = (hours: number) =>
  t.services.db.system
    .updateTable('realName')
    .set({ usableUntil: new Date(Date.now() + (23 - hours) * 3_600_000) })
    .where('personId', '=', me.personId)
    .execute()
async function job(id: string) {
  const {
    rows: [row],
  } = await sql<{
    id: string
  }>`select id from ${openJobsTable} j where record_id = ${id} and queue = 'identity' order by created_at desc limit 1`.execute(
    t.services.db.system,
  )
  return row && { jobId: row.id, id }
}

describe('a check at Alipay', () => {
  it('takes its own agreement, a good number, and an installation that has it', async () => {
    const other = await t.member()
    expect((await begin({}, other)).errorCode).toBe('consent-needed')
    expect((await begin({ cert_no: '11010519491231002Y' })).errorCode).toBe('bad-parameter')
    expect(await info()).toMatchObject({ alipay: true })
    const closed = { ...vendor.settings, certify: undefined }
    giveSettings(t.services.config, alipaySettings, closed)
    expect((await begin()).errorCode).toBe('third-party-closed')
    expect(await info()).toMatchObject({ alipay: false })
    giveSettings(t.services.config, alipaySettings, vendor.settings)
  })

  it('passes once the person has passed there, by the vendor’s signed word alone', async () => {
    const { certify_id: id, redirectUrl } = (await begin()).data
    expect(vendor.checks.at(-1)).toMatchObject({
      id,
      name,
      number,
      returnUrl: 'http://localhost:8080/accountSetting/basicSetting/aliRealName',
    })
    expect((await query(id)).data).toEqual({ passed: 'F', status: 'PENDING' })
    expect(await info()).toMatchObject({
      person: null,
      personAttempt: { status: 'PENDING', way: 'alipay', certify_id: id },
    })
    const page = await fetch(redirectUrl, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe('http://localhost:8080/accountSetting/basicSetting/aliRealName')
    expect((await query(id)).data).toEqual({ passed: 'T', status: 'PASS' })
    expect((await query(id)).data).toEqual({ passed: 'T', status: 'PASS' })
    expect(await info()).toMatchObject({ person: { name, way: 'alipay' }, personAttempt: null })
    expect(
      (
        await t.services.db.system.selectFrom('message').select('kind').where('personId', '=', me.personId).execute()
      ).map((m) => m.kind),
    ).toEqual(['identityPassed'])
  })

  it('is not passed by somebody else’s phone, and F is no end of it', async () => {
    const id = await begun()
    vendor.holder = { name: '李四', number: newResidentId() }
    vendor.act(id)
    for (let i = 0; i < 3; i++) expect((await query(id)).data).toEqual({ passed: 'F', status: 'PENDING' })
    vendor.holder = { name, number }
    vendor.act(id)
    expect((await query(id)).data.passed).toBe('T')
  })

  it('goes on as the same one when it is begun again, on whatever page', async () => {
    const first = await begun()
    expect(await begun()).toBe(first)
    expect((await t.call(certifyCalls.aliRedirect, { query: { certify_id: first } }, me)).data.url).toContain(
      'alipay.user.certify.open.certify',
    )
    expect(await rows()).toHaveLength(1)
    expect((await begin({ cert_name: '李四' })).errorCode).toBe('identity-open')
    expect((await t.call(certifyCalls.submitPersonal, { body: await personalPapers(t, me) }, me)).errorCode).toBe(
      'identity-open',
    )
  })

  it('of another person answers as if there were none', async () => {
    const id = await begun()
    const other = await t.member()
    expect((await query(id, other)).errorCode).toBe('not-found')
    expect((await t.call(certifyCalls.aliRedirect, { query: { certify_id: id } }, other)).errorCode).toBe('not-found')
    expect((await query('0'.repeat(32))).errorCode).toBe('not-found')
  })

  it('ends with its time and leaves neither name nor number', async () => {
    const id = await begun()
    await age(24)
    expect((await query(id)).data).toEqual({ passed: 'F', status: 'EXPIRED' })
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'EXPIRED', sealed: null, lookup: null })
    expect(await begun()).not.toBe(id)
  })

  it('that the vendor says is over, is over', async () => {
    const id = await begun()
    vendor.next = [{ code: '40004', subCode: 'CERTIFY_ID_EXPIRED' }]
    expect((await query(id)).data).toEqual({ passed: 'F', status: 'EXPIRED' })
  })
})

describe('a vendor that misbehaves', () => {
  it.each(['hang', 'hang up', 'half', 'redirect', '502', 'huge'] as const)(
    'gives no answer to the beginning (%s): the same attempt goes on, no second one is made',
    async (mischief) => {
      vendor.next = [mischief]
      expect((await begin()).errorCode).toBe('third-party-busy')
      const [row] = await rows()
      expect(row).toMatchObject({ status: 'PENDING', vendorId: null })
      const { certify_id: id } = (await begin()).data
      expect(await rows()).toHaveLength(1)
      // What was lost on the way had reached the vendor: it knows one order, not two.
      expect(vendor.checks.filter((c) => c.number === number)).toMatchObject([{ id, orderNo: row!.orderNo }])
    },
  )

  it.each([
    'value changed',
    'forged',
    'unsigned',
    'sign of another',
    'second behind',
    'error beside',
    'other method',
  ] as const)('answers the question with what it cannot have signed (%s): nobody passes', async (mischief) => {
    const id = await begun()
    vendor.act(id)
    vendor.next = [mischief]
    expect((await query(id)).errorCode).toBe('third-party-broken')
    expect((await info()).person).toBeNull()
    expect((await query(id)).data.passed).toBe('T')
  })

  it('repeats another person’s answer: their check is not taken for this one', async () => {
    const other = await t.member()
    await agree(t, other, 'identityAlipay')
    const theirs = (await begin({ cert_no: newResidentId() }, other)).data.certify_id
    vendor.next = ['replay']
    expect((await begin()).errorCode).toBe('third-party-broken')
    expect((await query(theirs)).errorCode).toBe('not-found')
    expect((await begin()).success).toBe(true)
  })

  it('is busy once and then is not: the same order is asked again', async () => {
    vendor.next = [{ code: '20000', subCode: 'isp.unknow-error', unsigned: true }]
    expect((await begin()).success).toBe(true)
    expect(vendor.checks.filter((c) => c.number === number)).toHaveLength(1)
  })

  it('is begun on two pages at once: both lead to the same check', async () => {
    const both = await Promise.all([begin(), begin()])
    expect(both.map((b) => b.success)).toEqual([true, true])
    expect(new Set(both.map((b) => b.data.certify_id)).size).toBe(1)
    expect(vendor.checks.filter((c) => c.number === number)).toHaveLength(1)
  })

  it('refuses for good: nothing stays of the attempt, and another may begin', async () => {
    vendor.next = [{ code: '40006', subCode: 'isv.insufficient-isv-permissions' }]
    expect((await begin()).errorCode).toBe('third-party-broken')
    expect(await rows()).toMatchObject([{ status: 'CANCELLED', sealed: null }])
    expect((await begin()).success).toBe(true)
  })
})

describe('a person who closed the page', () => {
  it('has passed all the same: a job asks, ever less often', async () => {
    const id = await begun()
    const [row] = await rows()
    const first = (await job(row!.id))!
    await lookByJob(t.services, first)
    expect((await rows())[0]!.status).toBe('PENDING')
    vendor.act(id)
    const second = (await job(row!.id))!
    expect(second.jobId).not.toBe(first.jobId)
    await lookByJob(t.services, second)
    await lookByJob(t.services, second)
    expect((await rows())[0]!.status).toBe('PASS')
    const told = await t.services.db.system
      .selectFrom('audit')
      .select(['action', 'actorPart'])
      .where('subjectId', '=', row!.id)
      .orderBy('at')
      .orderBy('id')
      .execute()
    expect(told).toEqual([
      { action: 'identity.submitted', actorPart: 'owner' },
      { action: 'identity.passed', actorPart: 'system' },
    ])
  })

  it('and whom twenty pages ask about at once, passes once', async () => {
    const id = await begun()
    vendor.act(id)
    await forgetLimits(t)
    const replies = await Promise.all(Array.from({ length: 20 }, () => query(id)))
    expect(new Set(replies.map((r) => r.data.passed))).toEqual(new Set(['T']))
    expect(
      await t.services.db.system.selectFrom('message').select('kind').where('personId', '=', me.personId).execute(),
    ).toHaveLength(1)
  })

  it('and passed while the vendor could not be asked for hours, has passed: the asking goes on', async () => {
    const id = await begun()
    vendor.act(id)
    const [row] = await rows()
    for (let hour = 0; hour < 12; hour++) {
      vendor.next = Array.from({ length: 4 }, () => busy)
      await lookByJob(t.services, (await job(row!.id))!)
    }
    expect((await rows())[0]!.status).toBe('PENDING')
    vendor.next = []
    await lookByJob(t.services, (await job(row!.id))!)
    expect((await rows())[0]!.status).toBe('PASS')
  })

  it('is asked about a last time before the check is let go of, for a day if need be', async () => {
    vendor.act(await begun())
    await age(24)
    vendor.next = Array.from({ length: 4 }, () => busy)
    await sweepChecks(t.services)
    expect((await rows())[0]!.status).toBe('PENDING')
    vendor.next = []
    await sweepChecks(t.services)
    expect((await rows())[0]!.status).toBe('PASS')
  })

  it('is let go of where the vendor stays away for good', async () => {
    vendor.act(await begun())
    await age(48)
    vendor.next = Array.from({ length: 4 }, () => busy)
    await sweepChecks(t.services)
    expect(await rows()).toMatchObject([{ status: 'EXPIRED', sealed: null }])
  })

  it('and never passed is let go of', async () => {
    await begun()
    await age(24)
    await sweepChecks(t.services)
    expect(await rows()).toMatchObject([{ status: 'EXPIRED', sealed: null }])
  })

  it('and took consent back is forgotten, whatever the vendor says later', async () => {
    const consent = await agree(t, me, 'identityAlipay')
    const id = await begun()
    expect((await t.call(consentCalls.withdraw, { params: { id: consent } }, me)).success).toBe(true)
    vendor.act(id)
    expect((await query(id)).data).toEqual({ passed: 'F', status: 'WITHDRAWN' })
    expect((await info()).person).toBeNull()
  })

  it('and takes it back in the very moment in which the vendor says yes, has not passed', async () => {
    const id = await begun()
    vendor.act(id)
    let asked: ReturnType<typeof query> | undefined
    await t.services.db.asSystem(async (tx) => {
      await eraseOf(tx, me.personId, ['alipay'])
      asked = query(id)
      await new Promise((done) => setTimeout(done, 400))
    })
    expect((await asked!).data).toEqual({ passed: 'F', status: 'WITHDRAWN' })
    expect(
      await t.services.db.system.selectFrom('message').select('kind').where('personId', '=', me.personId).execute(),
    ).toEqual([])
  })
})
