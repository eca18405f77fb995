import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { subInvitationCalls } from '../../contract/accounts/sub-invitations.ts'
import { sampleEdition } from '../../contract/platform/legal.ts'
import { lockClosing } from '../../server/accounts/closing-guard.service.ts'
import type { Member } from '../kit/build-test-app.ts'
import { answerCaptcha, readCode } from '../kit/people/codes.ts'
import { waitForLock } from '../kit/test-database.ts'
import { me, owner, t, withSomebody } from './closing-kit.ts'

withSomebody()

const enterprise = () => t.member({ name: '风岛公司', kind: 'enterprise' })

async function invite(by: Member, phone: string) {
  const { data } = await t.call(subInvitationCalls.invite, { body: { phone, name: '王五', grants: [], dept: '' } }, by)
  const token = data.url.split('#')[1] ?? ''
  const sent = await t.call(subInvitationCalls.sendCode, { params: { token }, body: await answerCaptcha(t) })
  const proof = { codeId: sent.data.codeId, code: readCode(t, phone) }
  const body = { name: '王小五', agreementVersion: sampleEdition, consent: true, ...proof }
  return { token, accept: () => t.call(subInvitationCalls.accept, { params: { token }, body }) }
}

describe('joining an account while one of the two is closed', () => {
  it.each(['whoever invites', 'whoever is invited'] as const)(
    'waits for the closing of %s, and takes nothing that it needs',
    async (who) => {
      const company = await enterprise()
      const invited = await invite(company, me.phone)
      const leaving = who === 'whoever invites' ? company : me
      let joining: ReturnType<typeof invited.accept> | undefined
      await t.services.db.asSystem(async (tx) => {
        await lockClosing(tx, leaving.personId)
        joining = invited.accept()
        await waitForLock(t)
        // As erasing does at last; who held it would wait for us, and we for them.
        await sql`select 1 from sub_invitation where account_id = ${company.accountId} for update nowait`.execute(tx)
      })
      expect(await joining).toMatchObject({ success: true })
    },
  )

  it('makes nobody who has just left a part of another account', async () => {
    const company = await enterprise()
    const sent = await t.call(
      subAccountCalls.sendCode,
      { body: { phone: me.phone, ...(await answerCaptcha(t)) } },
      company,
    )
    const proof = { codeId: sent.data.codeId, code: readCode(t, me.phone) }
    const body = { phone: me.phone, name: '王五', grants: [], quota: null, dept: '', ...proof }
    let joining: Promise<unknown> | undefined
    await t.services.db.asSystem(async (tx) => {
      await lockClosing(tx, me.personId)
      await sql`update person set status = 'CLOSED', closing_at = app_now(), phone = ${`closed:${me.personId}`} where id = ${me.personId}`.execute(
        tx,
      )
      joining = t.call(subAccountCalls.create, { body }, company)
      await waitForLock(t)
    })
    expect(await joining).toMatchObject({ success: true })
    const { rows } = await owner.query(
      `select p.status from membership m join person p on p.id = m.person_id where m.account_id = $1 and m.role = 'sub'`,
      [company.accountId],
    )
    expect(rows).toEqual([{ status: 'ACTIVE' }])
  })
})
