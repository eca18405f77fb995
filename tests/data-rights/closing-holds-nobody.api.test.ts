import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { sessionCalls } from '../../contract/accounts/session.ts'
import { settingsCalls } from '../../contract/accounts/settings.ts'
import { erasures } from '../../server/app/domains.ts'
import { closeByJob } from '../../server/data-rights/closing.jobs.ts'
import { signIn } from '../../server/accounts/sign-in/sign-in.service.ts'
import type { Erasure } from '../../server/kit/personal-data/personal-data.ts'
import { newId } from '../../server/kit/ids.ts'
import { ask, me, owner, person, t, withSomebody } from './closing-kit.ts'

withSomebody()

/** An erasure that takes as long as the test wants. */
function slowErasure() {
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const slow: Erasure = async () => {
    begun.resolve()
    await gate.promise
  }
  return { slow, begun: begun.promise, end: gate.resolve }
}

const due = async () => {
  await ask(me)
  await owner.query(`update person set closing_at = now() - interval '1 second' where id = $1`, [me.personId])
}

const visitor = () => ({
  platform: { id: t.platformId, notaryId: 'local', name: { zh: '' } },
  lang: 'zh-CN' as const,
  ip: '127.0.0.1',
  userAgent: 'test',
  requestId: 'test',
})

it('who is just being erased makes nobody wait, whatever they ask for and however often', async () => {
  await due()
  const other = await t.member({ name: '另一人' })
  const { slow, begun, end } = slowErasure()
  const closing = closeByJob(t.services, [...erasures, slow], { jobId: newId(), id: me.personId })
  await begun
  // More than the service has connections.
  const asked = Array.from({ length: 8 }, () => [
    t.call(settingsCalls.update, { body: { name: '新名字' } }, me).then((r) => r.errorCode),
    t.call(sessionCalls.renewToken, { query: { token: me.token } }).then((r) => r.errorCode),
    t.services.db
      .asSystem((tx) => signIn(t.services, tx, visitor() as never, { id: me.personId, name: me.name }, {}))
      .then(
        () => 'in',
        (e: { code: string }) => e.code,
      ),
  ]).flat()
  const answered = await Promise.race([
    t.call(sessionCalls.bean, {}, other).then((r) => r.success),
    new Promise((late) => setTimeout(late, 3_000, 'late')),
  ])
  end()
  await closing
  expect(answered).toBe(true)
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['session-gone', 'old-token-gone', 'account-disabled']))
  expect((await person(me.personId)).status).toBe('CLOSED')
})

it('who could not be erased after all goes on at once', async () => {
  await due()
  const fails: Erasure = () => Promise.reject(new Error('disk'))
  await expect(closeByJob(t.services, [...erasures, fails], { jobId: newId(), id: me.personId })).rejects.toThrow(
    'disk',
  )
  expect((await t.call(sessionCalls.bean, {}, me)).success).toBe(true)
  await sql`update person set closing_at = null where id = ${me.personId}`.execute(t.services.db.system)
})
