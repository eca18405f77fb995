import { spawn } from 'node:child_process'
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createInterface } from 'node:readline'
import { callbackCalls } from '../../contract/open-api/callbacks.ts'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { forgetSecrets, renewCallbackKey } from '../../server/app/operators.ts'
import { judgeInTurn, problemOfAddress } from '../../server/open-api/callbacks/address.ts'
import { sweepCallbacks } from '../../server/open-api/callbacks/callbacks.repo.ts'
import { post } from '../../server/open-api/callbacks/send.ts'
import type { Wire } from '../kit/vendors/vendor.ts'
import {
  ask,
  key,
  list,
  me,
  publicKeys,
  read,
  readCallback,
  receiver,
  receiverProgram,
  reopenReceiver,
  sendAll,
  startCapture,
  t,
  trial,
  wait,
  withReceiver,
} from './callback-kit.ts'

withReceiver()

const to = (url: string, accountId = 'account') => ({ url, accountId })

describe('an address', () => {
  const put = (callbackUrl: string) =>
    t.call(keyCalls.update, { params: { id: key.id }, body: { name: '入库', callbackUrl } }, me)

  it.each([
    ['ftp://example.com/', 'format.url'],
    ['example.com/x', 'format.url'],
    ['https://me:secret@example.com/', 'format.url'],
    ['https://example.com/#a', 'format.url'],
    ['http://10.0.0.1/', 'callback.refused'],
    ['https://[::1]/', 'callback.refused'],
    ['https://169.254.169.254/latest', 'callback.refused'],
    ['https://no-such-host.invalid/', 'callback.unknownHost'],
  ])('%s is refused', async (address, problem) => {
    expect(await put(address)).toMatchObject({
      success: false,
      errorCode: 'bad-parameter',
      data: { fields: [{ path: 'callbackUrl', key: problem }] },
    })
  })

  it('out in the world is reached by https alone, on ports of the web, and by none of its answers on an inner network', async () => {
    const at = (address: string) => () => Promise.resolve([{ address, family: 4 as const }])
    expect(await problemOfAddress('http://example.com/', [], at('93.184.215.14'))).toBe('https')
    expect(await problemOfAddress('https://example.com/', [], at('93.184.215.14'))).toBeUndefined()
    expect(await problemOfAddress('https://example.com:22/', [], at('93.184.215.14'))).toBe('refused')
    expect(
      await problemOfAddress('https://example.com/', [], () =>
        Promise.resolve([
          { address: '93.184.215.14', family: 4 },
          { address: '192.168.0.9', family: 4 },
        ]),
      ),
    ).toBe('unknownHost')
  })

  it('whose name nobody answers keeps waiting whoever chose it, and takes no more than two threads', async () => {
    const [real, asked, answer] = [dns.lookup, [] as string[], new Map<string, () => void>()]
    dns.lookup = ((host: string) => {
      asked.push(host)
      const address = host === 'd.test' ? '10.0.0.8' : '93.184.215.14'
      return new Promise((resolve) => answer.set(host, () => resolve([{ address, family: 4 }])))
    }) as never
    syncBuiltinESMExports()
    try {
      const judge = (accountId: string, name: string) => judgeInTurn(accountId, `https://${name}.test/`, [])
      const judged = ['a', 'b', 'c'].map((name) => judge('one', name))
      await expect(judge('one', 'e')).rejects.toMatchObject({ code: 'busy' })
      // Both of one account, of which a delivery is owed.
      const sent = post(to('https://d.test/', 'one'), {}, '{}', [])
      const late = post(to('https://late.test/', 'one'), {}, '{}', [], { work: 10_000, line: 1 })
      judged.push(judge('two', 'f'), judge('three', 'g'))
      await expect.poll(() => asked).toEqual(['a.test', 'f.test'])
      for (const [ended, next] of [
        ['a', 'g'],
        ['g', 'b'],
        ['b', 'c'],
        ['c', 'd'],
      ]) {
        answer.get(`${ended}.test`)!()
        await expect.poll(() => asked.at(-1)).toBe(`${next}.test`)
      }
      for (const name of ['d', 'f']) answer.get(`${name}.test`)!()
      expect(await Promise.all(judged)).toEqual(Array.from({ length: 5 }, () => undefined))
      expect(await sent).toEqual({ error: 'name-not-found' })
      expect(await late).toEqual({ error: 'timed-out' })
      expect(asked).not.toContain('late.test')
    } finally {
      dns.lookup = real
      syncBuiltinESMExports()
    }
  })

  it('whose look-up has to wait for others has all of its time once it is looked up', async () => {
    const [real, asked, answer] = [dns.lookup, [] as string[], new Map<string, () => void>()]
    dns.lookup = ((host: string) => {
      asked.push(host)
      return new Promise((resolve) => answer.set(host, () => resolve([{ address: '10.0.0.8', family: 4 }])))
    }) as never
    syncBuiltinESMExports()
    try {
      const judged = ['one', 'two'].map((name) => judgeInTurn(name, `https://${name}.test/`, []))
      const sent = post(to('https://three.test/', 'three'), {}, '{}', [], { work: 1_000, line: 20_000 })
      await new Promise((resolve) => setTimeout(resolve, 1_200))
      expect(asked).toEqual(['one.test', 'two.test'])
      answer.get('one.test')!()
      await expect.poll(() => asked.at(-1)).toBe('three.test')
      for (const name of ['two', 'three']) answer.get(`${name}.test`)!()
      expect(await sent).toEqual({ error: 'name-not-found' })
      await Promise.all(judged)
    } finally {
      dns.lookup = real
      syncBuiltinESMExports()
    }
  })

  it('does not tell whether an inner network has a name, neither when it is chosen nor when something is sent', async () => {
    const inner = () => Promise.resolve([{ address: '10.0.0.8', family: 4 as const }])
    const nowhere = () => Promise.reject(new Error('ENOTFOUND'))
    for (const port of ['', ':22', ':8443']) {
      const address = `https://wiki.corp${port}/`
      expect(await problemOfAddress(address, [], inner)).toBe(await problemOfAddress(address, [], nowhere))
    }
    expect(await post(to('https://localhost/'), {}, '{}', [])).toEqual(
      await post(to('https://no-such-host.invalid/'), {}, '{}', []),
    )
  })

  it('is judged again whenever something is sent to it, and redirects are not followed', async () => {
    await trial()
    await t.services.db.forAccount(me, (tx) =>
      tx.updateTable('apiKey').set({ callbackUrl: 'http://192.168.7.7/' }).where('id', '=', key.id).execute(),
    )
    await sendAll()
    expect(await list()).toMatchObject([{ state: 'WAITING', answer: null, error: 'address-refused' }])
    await put(`${receiver.endpoint}/`)
    receiver.next.push({ status: 302, headers: { location: `${receiver.endpoint}/elsewhere` } })
    await wait()
    await sendAll()
    expect(await list()).toMatchObject([{ state: 'WAITING', answer: 302 }])
    expect(receiver.got).toHaveLength(1)
  })

  it('that does not answer is told of by why', async () => {
    receiver.next.push('hang')
    expect(await post(to(`${receiver.endpoint}/`), {}, '{}', ['127.0.0.0/8'], { work: 300, line: 10_000 })).toEqual({
      error: 'timed-out',
    })
    await receiver.close()
    expect(await post(to(`${receiver.endpoint}/`), {}, '{}', ['127.0.0.0/8'])).toEqual({ error: 'refused' })
    expect(await post(to('https://no-such-host.invalid/'), {}, '{}', [])).toEqual({ error: 'name-not-found' })
    expect(await post(to('http://127.0.0.1:80/'), {}, '{}', [])).toEqual({ error: 'address-refused' })
    await reopenReceiver()
    expect(await post(to(receiver.endpoint.replace('http:', 'https:')), {}, '{}', ['127.0.0.0/8'])).toMatchObject({
      error: expect.stringMatching(/tls|unreachable/) as string,
    })
  })

  it('that is taken away, or whose key is disabled, is told nothing more', async () => {
    await trial()
    await t.call(keyCalls.setStatus, { params: { id: key.id }, body: { status: 'DISABLED' } }, me)
    expect(await sendAll()).toBe(0)
    await sweepCallbacks(t.services.db)
    expect(await list()).toMatchObject([{ state: 'DROPPED', attempts: 0 }])
    expect((await t.call(callbackCalls.trial, { params: { id: key.id } }, me)).errorCode).toBe('wrong-state')
    await t.call(keyCalls.setStatus, { params: { id: key.id }, body: { status: 'ACTIVE' } }, me)
    const { id } = (await list())[0]!
    expect((await t.call(callbackCalls.again, { params: { id } }, me)).success).toBe(true)
    await sendAll()
    expect(await list()).toMatchObject([{ id, state: 'DONE', attempts: 1 }])
    await put('')
    await startCapture().then((no) => ask('cancel', { no }))
    expect(await list()).toHaveLength(1)
  })
})

describe('the key that signs', () => {
  it('is renewed while the old one signs along', async () => {
    const [old] = await publicKeys()
    await renewCallbackKey(t.services.db, t.services.secrets)
    const now = await publicKeys()
    expect(now).toEqual([expect.not.stringContaining(old!), old])
    await trial()
    await sendAll()
    const [{ headers, body }] = receiver.got as [Wire]
    expect(String(headers['webhook-signature']).split(' ')).toHaveLength(2)
    for (const known of now)
      expect(readCallback([known], headers, String(body))).toMatchObject({ type: 'callback.trial' })
    await t.services.db.system
      .updateTable('callbackSigner')
      .set({ signsUntil: sql<Date>`app_now()` })
      .where('signsUntil', 'is not', null)
      .execute()
    expect(await publicKeys()).toEqual([now[0]])
  })

  it('is made anew where the key of the secrets was lost', async () => {
    const before = await publicKeys()
    await forgetSecrets(t.services.db)
    expect(await publicKeys()).toEqual([])
    await trial()
    await sendAll()
    expect(await read(receiver.got[0]!)).toMatchObject({ type: 'callback.trial' })
    expect(await publicKeys()).not.toContain(before[0])
  })
})

it('the example receiver takes what is the platform’s, once, and refuses the rest', async () => {
  const program = spawn(process.execPath, [receiverProgram], {
    env: { ...process.env, PORT: '0', CALLBACK_PUBLIC_KEYS: (await publicKeys()).join(',') },
  })
  try {
    const [said, heard]: [string[], string[]] = [[], []]
    createInterface({ input: program.stdout }).on('line', (line) => said.push(line))
    createInterface({ input: program.stderr }).on('line', (line) => heard.push(line))
    await expect.poll(() => heard.at(-1), { timeout: 10_000 }).toMatch(/^listening on \d+$/)
    const endpoint = `http://127.0.0.1:${heard.at(-1)!.split(' ').at(-1)}/`
    await t.call(keyCalls.update, { params: { id: key.id }, body: { name: '入库', callbackUrl: endpoint } }, me)
    const id = await trial()
    await sendAll()
    await t.call(callbackCalls.again, { params: { id } }, me)
    await sendAll()
    expect(await list()).toMatchObject([{ id, state: 'DONE', answer: 204 }])
    expect((await fetch(endpoint, { method: 'POST', body: '{}' })).status).toBe(400)
    await expect.poll(() => said.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([id])
  } finally {
    program.kill()
  }
})
