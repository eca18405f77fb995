import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orderCalls } from '../../contract/notarization/orders.ts'
import type { StepBody } from '../../contract/notarization/step-body.ts'
import { verifyFile, kindOf } from '../../proof/verify-file.ts'
import type { Caller } from '../../server/kit/calls/caller.ts'
import { lockOwn } from '../../server/notarization/orders/orders.repo.ts'
import { takeStep } from '../../server/notarization/orders/take-step.service.ts'
import { sealPaper, sweepUnsealed } from '../../server/notarization/papers/papers.jobs.ts'
import { newId } from '../../server/kit/ids.ts'
import { type Member, type TestApp } from '../kit/build-test-app.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { buildEvidence } from '../kit/people/factories.ts'
import { openOffice, type TestOffice } from '../kit/people/offices.ts'
import { randomness, sized } from '../kit/randomness.ts'
import { blobOf, localAuthority, temporary } from '../trust/sample.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { drawnName, matter, type OrdersAt } from './order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { papersIn } from './paper-kit.ts'

let t: TestApp
let database: pg.Client
let authority: Authority
let owner: Member
let office: TestOffice
let orders: OrdersAt
let papers: ReturnType<typeof papersIn>
const dir = temporary()
const written = (name: string, bytes: Uint8Array) => {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, name), bytes)
  return join(dir, name)
}

let close: OpenOrders['close'] | undefined
beforeAll(async () => {
  ;({ t, database, office, close } = await openOrders())
  ;({ owner, orders } = await customerOf({ t, office }, 10_000_000))
  authority = await localAuthority()
  papers = papersIn(t, authority)
})
afterAll(() => close?.())

/** An order that was brought to a state. */
async function orderIn(state: string) {
  const { id } = await orders.draft()
  await orders.bringTo(id, state)
  return id
}

const jobsOf = async (paperId: string) =>
  (
    await database.query(`select from pgboss.job where name = 'paper' and state = 'created' and data ->> 'id' = $1`, [
      paperId,
    ])
  ).rowCount

describe('a paper', () => {
  it('is written with its step, sealed once it is logged, and opened by both sides', async () => {
    const id = await orderIn('SUBMITTED')
    const [paper] = await papers.listOf(id, owner)
    expect(paper).toMatchObject({ paper: 'application', side: 'applicant', sha256: null, fileSize: null })
    expect((await papers.download(id, paper!.id, owner)).json()).toMatchObject({ errorCode: 'not-ready' })
    await papers.sealAll()
    // That it is logged asks for its seal.
    expect(await jobsOf(paper!.id)).toBe(1)
    const [sealed] = await papers.listOf(id, owner)
    const mine = await papers.download(id, sealed!.id, owner)
    expect(mine.headers['content-type']).toBe('application/pdf')
    expect(createHash('sha256').update(mine.rawPayload).digest('hex')).toBe(sealed!.sha256)
    expect(mine.rawPayload).toHaveLength(sealed!.fileSize!)
    const theirs = await papers.download(id, sealed!.id, office.assistant, 'office')
    expect(theirs.rawPayload.equals(mine.rawPayload)).toBe(true)
    const { rows } = await database.query<{ action: string }>(
      `select action from audit where subject_id = $1 and action ~ 'paper' order by at, id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['order.paperSealed', 'order.paperOpened', 'order.paperOpened'])
  })

  it('is nobody else’s', async () => {
    const id = await orderIn('SUBMITTED')
    await papers.sealAll()
    const [{ id: paperId } = { id: '' }] = await papers.listOf(id, owner)
    const stranger = await t.member()
    const other = await openOffice(t, { name: '别家鉴定所' })
    expect((await papers.download(id, paperId, stranger)).json()).toMatchObject({ errorCode: 'not-found' })
    expect((await papers.download(id, paperId, other.decider, 'office')).json()).toMatchObject({
      errorCode: 'not-found',
    })
    const another = await orderIn('SUBMITTED')
    expect((await papers.download(another, paperId, owner)).json()).toMatchObject({ errorCode: 'not-found' })
  })

  it('holds by itself for every reader, and says what was asked for, of whom, with which evidence', async () => {
    const id = await orderIn('SUBMITTED')
    const pdf = await papers.sealed(id, 'application', owner)
    const { verdict, facts, paper } = await papers.verify(pdf)
    expect({ verdict, open: facts.filter((f) => f.status !== 'proven') }).toEqual({ verdict: 'valid', open: [] })
    expect(facts.map((f) => f.code)).toEqual([
      'paper-readable',
      'root-compared',
      'paper-unaltered',
      'paper-sealed',
      'paper-attachments',
      'paper-statement',
      'paper-drawn',
      'paper-logged',
      'keys-not-revoked',
    ])
    const { data } = await t.call(orderCalls.get, { params: { id } }, owner)
    const text = JSON.stringify(paper)
    for (const said of [
      matter.title,
      matter.question,
      '风岛公司',
      '衡正司法鉴定所',
      data.orderNumber,
      data.evidence[0]!.ano,
    ])
      expect(text).toContain(said)
    expect(text).toContain(data.evidence[0]!.statementSha256)
    // Papers stay when somebody leaves: they do not say where things are mailed to.
    expect(text).not.toContain(matter.recipientPhone)
    expect(paper!.files).toMatchObject([{ name: '委托书.pdf', sha256: data.files[0]!.sha256 }])
    expect(await verifyFile(blobOf(pdf), await kindOf(blobOf(pdf)))).toMatchObject({ kind: 'paper' })
  })

  it.runIf(requireTool('pdfsig') && requireTool('qpdf'))('is valid and signed as a whole for pdfsig', async () => {
    const path = written('paper.pdf', await papers.sealed(await orderIn('SUBMITTED'), 'application', owner))
    const { text } = runTool('pdfsig', ['-nocert', path])
    expect(text).toContain('Signature is Valid')
    expect(text).toContain('Total document signed')
    expect(runTool('qpdf', ['--check', path]).ok).toBe(true)
  })

  it.runIf(requireTool('pdftotext'))('shows on its page what it says, with who signed it', async () => {
    const path = written('page.pdf', await papers.sealed(await orderIn('SUBMITTED'), 'application', owner))
    runTool('pdftotext', ['-layout', path, join(dir, 'page.txt')])
    const page = readFileSync(join(dir, 'page.txt'), 'utf8')
    for (const said of ['司法鉴定委托书', '衡正司法鉴定所', matter.title, '已用登录密码核实本人'])
      expect(page).toContain(said)
  })

  it.each(['application', 'report'] as const)('of a kind %s is refused with any byte changed', async (paper) => {
    const { below } = randomness(`changed ${paper}`)
    const pdf = await papers.sealed(await orderIn(paper === 'report' ? 'REPORTED' : 'SUBMITTED'), paper, owner)
    expect((await papers.verify(pdf)).verdict).toBe('valid')
    for (let i = 0; i < sized(60, 1_000); i++) {
      const changed = Buffer.from(pdf)
      const at = below(pdf.length)
      changed[at]! ^= 1 + below(255)
      expect({ at, verdict: (await papers.verify(changed)).verdict }).toEqual({ at, verdict: 'invalid' })
    }
    expect(await papers.failures(Buffer.concat([pdf, Buffer.from('\n%%EOF\n')]))).toEqual(['paper-unaltered'])
  })

  it('is sealed once, however often it is asked for, and found again where its job was lost', async () => {
    const id = await orderIn('SUBMITTED')
    await papers.sealAll()
    const [before] = await papers.listOf(id, owner)
    await sealPaper({ services: t.services, authority }, { jobId: newId(), id: before!.id })
    expect(await papers.listOf(id, owner)).toEqual([before])
    await expect(database.query(`update judicial_paper set size = 1 where id = $1`, [before!.id])).rejects.toThrow(
      'a paper stays as it is',
    )
    const lost = await orderIn('SUBMITTED')
    await papers.sealAll()
    const [{ id: paperId } = { id: '' }] = await papers.listOf(lost, owner)
    await database.query('alter table judicial_paper disable trigger judicial_paper_stays')
    await database.query(
      `update judicial_paper set sha256 = null, size = null, sealed_at = null, created_at = now() - interval '2 hours' where id = $1`,
      [paperId],
    )
    await database.query('alter table judicial_paper enable trigger judicial_paper_stays')
    await database.query(`delete from pgboss.job where name = 'paper'`)
    await sweepUnsealed(t.services)
    expect(await jobsOf(paperId)).toBe(1)
  })

  it('follows from each step that declares one', async () => {
    const made: Record<string, string[]> = {
      RETURNED: ['application', 'correction'],
      REJECTED: ['application', 'refusal'],
      SUPPLEMENT: ['application', 'acceptance', 'supplement'],
      TERMINATED: ['application', 'acceptance', 'termination'],
      REPORTED: ['application', 'acceptance', 'report'],
    }
    for (const [state, wanted] of Object.entries(made)) {
      const id = await orderIn(state)
      await papers.sealAll()
      const list = await papers.listOf(id, owner)
      expect({ state, papers: list.map(({ paper }) => paper) }).toEqual({ state, papers: wanted })
      for (const { id: paperId } of list) {
        const { verdict } = await papers.verify((await papers.download(id, paperId, owner)).rawPayload)
        expect(verdict).toBe('valid')
      }
    }
  })
})

describe('a signature on screen', () => {
  const submit = (id: string, signature: object | undefined) =>
    t.call(
      orderCalls.step,
      { params: { id, step: 'submit' }, body: { ...(signature && { signature }) } as StepBody },
      owner,
    )
  const refusedAt = async (id: string, signature: object | undefined) =>
    ((await submit(id, signature)).data as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path)

  it('needs the name, the word that it is meant, and that it is them', async () => {
    await orderIn('SUBMITTED')
    const { id } = await orders.draft()
    expect(await refusedAt(id, undefined)).toEqual(['signature'])
    expect(await refusedAt(id, { ...(await orders.signatureOf(id)), agreed: false })).toEqual(['signature.agreed'])
    expect(await refusedAt(id, { ...(await orders.signatureOf(id)), password: 'not-mine' })).toEqual([
      'signature.password',
    ])
    expect(
      await refusedAt(id, { ...(await orders.signatureOf(id)), password: undefined, codeId: newId(), code: '123456' }),
    ).toEqual(['signature.code'])
    expect(await papers.listOf(id, owner)).toEqual([])
    expect(await submit(id, await orders.signatureOf(id))).toMatchObject({ data: { orderState: 'SUBMITTED' } })
  })

  it('is of what was shown: what a colleague changed since, or a file that came since, is not signed', async () => {
    const { id, ano } = await orders.draft()
    const shown = await orders.signatureOf(id)
    const save = (title: string) =>
      t.call(
        orderCalls.saveExpertise,
        { body: { orderId: id, officeId: office.id, anos: [ano], ...matter, title } },
        owner,
      )
    await save('别的鉴定')
    expect(await submit(id, shown)).toMatchObject({ errorCode: 'conflict' })
    await save(matter.title)
    await orders.add('applicant', id, 'material')
    expect(await submit(id, shown)).toMatchObject({ errorCode: 'conflict' })
    expect(await papers.listOf(id, owner)).toEqual([])
    expect(await submit(id, await orders.signatureOf(id))).toMatchObject({ data: { orderState: 'SUBMITTED' } })
  })

  it('is asked for again where the order could not be signed when it was asked for, and can be now', async () => {
    const { id } = await orders.draft()
    const caller = { ...owner, personName: owner.name, rights: new Set(['judicial.write']), lang: 'zh-CN' } as unknown
    const { services } = t
    const unsigned = services.db.asSystem(async (tx) =>
      takeStep(services, tx, caller as Caller, {
        side: 'applicant',
        order: (await lockOwn(tx, { accountId: owner.accountId }, id))!,
        name: 'submit',
        body: { signature: { strokes: [], agreed: true, of: '' } },
      }),
    )
    await expect(unsigned).rejects.toMatchObject({ code: 'wrong-state' })
  })

  it.each([
    ['a point that lies outside', [[0, 0, 1_001, 0]]],
    ['half a point', [[0, 0, 1]]],
    ['a line of one point', [[5, 5]]],
    ['more lines than a name has', Array.from({ length: 61 }, () => [0, 0, 1, 1])],
    ['more points than a name has', Array.from({ length: 4 }, () => Array.from({ length: 2_000 }, () => 1))],
    ['something that is no line', ['<svg>']],
  ])('is refused with %s', async (_, strokes) => {
    const { id } = await orders.draft()
    const [path] = await refusedAt(id, { ...drawnName, of: '', strokes })
    expect(path).toMatch(/^signature\.strokes/)
  })

  it('says what is wrong with a point that is no whole number', async () => {
    const { id } = await orders.draft()
    const { data } = await submit(id, { ...drawnName, of: '', strokes: [[0.5, 0, 1, 1]] })
    expect(data).toMatchObject({ fields: [{ path: 'signature.strokes.0.0', key: 'wrongType' }] })
  })

  it('stands in the paper as it was drawn, or typed, each time that it was handed in', async () => {
    const id = await orderIn('RETURNED')
    await submit(id, { ...(await orders.signatureOf(id)), strokes: [] })
    await papers.sealAll()
    const both = (await papers.listOf(id, owner)).filter(({ paper }) => paper === 'application')
    const said = await Promise.all(
      both.map(async (p) => (await papers.verify((await papers.download(id, p.id, owner)).rawPayload)).paper!),
    )
    expect(said.map(({ number, signatures }) => ({ number, signatures }))).toMatchObject([
      {
        number: both[0]!.paperNumber,
        signatures: [{ name: owner.name, proof: 'password', strokes: drawnName.strokes }],
      },
      { number: both[1]!.paperNumber, signatures: [{ name: owner.name, proof: 'password', strokes: [] }] },
    ])
  })
})

it('twenty pieces of evidence, long names and rare characters fit its page', async () => {
  const anos = await Promise.all(Array.from({ length: 20 }, async () => (await buildEvidence(t, owner)).number))
  const { data } = await t.call(
    orderCalls.saveExpertise,
    {
      body: {
        officeId: office.id,
        anos,
        ...matter,
        title: '𠮷野家與龘靐齉爩：'.repeat(8).slice(0, 90),
        question: `${'长'.repeat(900)}?`,
        description: 'x'.repeat(1_900),
      },
    },
    owner,
  )
  await orders.applicant(data.id, 'submit')
  const pdf = await papers.sealed(data.id, 'application', owner)
  expect((await papers.verify(pdf)).verdict).toBe('valid')
  expect((await papers.verify(pdf)).paper!.sections.flatMap(({ rows }) => rows).length).toBeGreaterThan(25)
  if (process.env['KEEP_PAPERS']) writeFileSync(process.env['KEEP_PAPERS'], pdf)
})
