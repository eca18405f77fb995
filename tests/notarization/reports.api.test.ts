import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAttachments } from '../../proof/formats/pdf-attachments.ts'
import { paperAttachments } from '../../proof/paper/attachments.ts'
import { parsePaper } from '../../proof/paper/statement.ts'
import type { AppError } from '../../server/kit/errors.ts'
import { sealPdf } from '../../server/kit/pdf/pades.ts'
import { makeForeign } from '../../server/notarization/papers/drawing/foreign-paper.ts'
import type { ForeignPaper } from '../../server/notarization/papers/drawing/paper-model.ts'
import { makeApart, tryApart } from '../../server/notarization/papers/drawing/paper-renderer.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { officeOrderCalls } from '../../contract/notarization/office-orders.ts'
import { type Member, type TestApp } from '../kit/build-test-app.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { type TestOffice } from '../kit/people/offices.ts'
import { crowdedPdf, smallPdf, unfoldingPdf } from '../kit/small-pdf.ts'
import { localAuthority, temporary } from '../trust/sample.ts'
import { type OrdersAt } from './order-kit.ts'
import { customerOf, type OpenOrders, openOrders } from './open-orders.ts'
import { papersIn } from './paper-kit.ts'

let t: TestApp
let owner: Member
let office: TestOffice
let orders: OrdersAt
let authority: Authority
let papers: ReturnType<typeof papersIn>
const dir = temporary()
const written = (name: string, bytes: Uint8Array) => {
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, name), bytes)
  return join(dir, name)
}

let close: OpenOrders['close'] | undefined
beforeAll(async () => {
  ;({ t, office, close } = await openOrders())
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

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function partsOf(pdf: Buffer) {
  const parts = await readAttachments(new Uint8Array(pdf), paperAttachments, { amongOthers: true })
  return { parts: parts!, paper: parsePaper(parts!.get('paper.json')!) }
}

describe('a report', () => {
  const add = (id: string, bytes: Buffer) => orders.add('office', id, 'report', { bytes, name: '鉴定意见书.pdf' })

  it.runIf(requireTool('pdfsig'))('is sealed as it was written: every byte of it begins the sealed file', async () => {
    const id = await orderIn('EXAMINING')
    const report = smallPdf('the report itself')
    await add(id, report)
    await orders.answer(id, 'draft')
    await orders.answer(id, 'report', {}, office.second)
    const pdf = await papers.sealed(id, 'report', owner)
    expect(pdf.subarray(0, report.length).equals(report)).toBe(true)
    const { verdict, paper, facts } = await papers.verify(pdf)
    expect(verdict).toBe('valid')
    expect(facts.map((f) => f.code)).toContain('paper-original')
    expect(paper!.original).toEqual({
      name: '鉴定意见书.pdf',
      size: report.length,
      sha256: createHash('sha256').update(report).digest('hex'),
    })
    // Two examiners stand for it.
    expect(paper!.sections.at(-1)!.rows.map(({ text }) => text.split(' ')[0])).toEqual(['周衡', '吴正'])
    const { text } = runTool('pdfsig', ['-nocert', written('report.pdf', pdf)])
    expect(text).toContain('Signature is Valid')
    expect(text).toContain('Total document signed')
  })

  it.runIf(requireTool('qpdf'))('may be written by any program, and signed before', async () => {
    const plain = written('plain.pdf', smallPdf('packed'))
    runTool('qpdf', ['--object-streams=generate', plain, join(dir, 'packed.pdf')])
    const earlier = await papers.sealed(await orderIn('REPORTED'), 'report', owner)
    for (const report of [readFileSync(join(dir, 'packed.pdf')), earlier]) {
      const id = await orderIn('EXAMINING')
      expect(await add(id, report)).toMatchObject({ success: true })
      await orders.answer(id, 'draft')
      await orders.answer(id, 'report', {}, office.second)
      const pdf = await papers.sealed(id, 'report', owner)
      expect((await papers.verify(pdf)).verdict).toBe('valid')
      expect(pdf.subarray(0, report.length).equals(report)).toBe(true)
    }
    const { text } = runTool('pdfsig', ['-nocert', written('twice.pdf', earlier)])
    expect(text).toContain('Signature is Valid')
  })

  it.runIf(requireTool('qpdf'))('that cannot be sealed is refused when it is added', async () => {
    const id = await orderIn('EXAMINING')
    runTool('qpdf', [
      '--encrypt',
      'user',
      'owner',
      '256',
      '--',
      written('open.pdf', smallPdf('shut')),
      join(dir, 'shut.pdf'),
    ])
    const unreadable = Buffer.from('%PDF-1.7\nnothing that follows\n%%EOF\n')
    for (const bytes of [readFileSync(join(dir, 'shut.pdf')), unreadable, unfoldingPdf(4)])
      expect(await add(id, bytes)).toMatchObject({ data: { fields: [{ path: 'file', key: 'pdfToSeal' }] } })
    expect((await t.call(officeOrderCalls.get, { params: { id } }, office.decider)).data.parts).toContain('report')
  })

  it('that takes long to try keeps waiting neither documents of other accounts nor papers that are sealed', async () => {
    const [quick, slow] = [smallPdf(), crowdedPdf(30_000)]
    const proofs = new Map(paperAttachments.map((path) => [path, Buffer.from(path)] as const))
    const paper = { original: quick, proofs, statementSha256: '', sealedAt: new Date(0).toISOString() }
    const others = () => Promise.all([tryApart('other', quick), makeApart({ ...paper, signatureBytes: 1_024 })])
    await others()
    const ended: string[] = []
    const tried = Array.from({ length: 6 }, () =>
      tryApart('one', slow).then(
        () => ended.push('tried'),
        (error: AppError) => ended.push(error.code),
      ),
    )
    await others()
    expect(ended).toEqual(['busy', 'busy'])
    await Promise.all(tried)
    expect(ended.slice(2)).toEqual(Array.from({ length: 4 }, () => 'tried'))
  }, 60_000)

  it('that pretends to be a paper, or to hold the place of a seal, is sealed like any other', async () => {
    const id = await orderIn('EXAMINING')
    const trap = `/PaperSHA256 (${'ab'.repeat(32)}) /ByteRange [0 9999999999 9999999999 9999999999] /Contents <${'00'.repeat(4_000)}>`
    await add(id, smallPdf(trap))
    await orders.answer(id, 'draft')
    await orders.answer(id, 'report', {}, office.second)
    expect((await papers.verify(await papers.sealed(id, 'report', owner))).verdict).toBe('valid')
  })

  it.each(['a document that it does not name', 'a digest that is not of what it carries', 'a proof of another paper'])(
    'that the platform itself sealed with %s is refused',
    async (wrong) => {
      const { parts } = await partsOf(await papers.sealed(await orderIn('REPORTED'), 'report', owner))
      const other = await partsOf(await papers.sealed(await orderIn('REPORTED'), 'report', owner))
      const made: ForeignPaper = {
        statementSha256: sha256(parts.get('paper.json')!),
        original: smallPdf('report'),
        proofs: parts,
        sealedAt: new Date().toISOString(),
        signatureBytes: await authority.signatureRoom(),
      }
      const seal = async (changes: Partial<ForeignPaper>) => {
        const sealed = await sealPdf(await makeForeign({ ...made, ...changes }), authority)
        return { verdict: (await papers.verify(sealed)).verdict, failures: await papers.failures(sealed) }
      }
      expect(await seal({})).toEqual({ verdict: 'valid', failures: [] })
      const changes: Record<string, [Partial<ForeignPaper>, string]> = {
        'a document that it does not name': [{ original: smallPdf('another') }, 'paper-original'],
        'a digest that is not of what it carries': [{ statementSha256: 'ab'.repeat(32) }, 'paper-statement'],
        'a proof of another paper': [
          { proofs: new Map([...parts, ['log/paper.tlog-proof', other.parts.get('log/paper.tlog-proof')!]]) },
          'paper-logged',
        ],
      }
      const [change, failure] = changes[wrong]!
      expect(await seal(change)).toEqual({ verdict: 'invalid', failures: [failure] })
    },
  )

  it('of one order does not pass for that of another', async () => {
    const [one, other] = [await papers.sealed(await orderIn('REPORTED'), 'report', owner), smallPdf('other')]
    const { paper } = await papers.verify(one)
    const swapped = Buffer.concat([other, one.subarray(paper!.original!.size)])
    expect((await papers.verify(swapped)).verdict).toBe('invalid')
  })
})
