import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { preservationCalls } from '../../contract/notarization/preservation.ts'
import { statementCalls } from '../../contract/payments/statements.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import { depositCalls } from '../../contract/registry/deposits.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { requireTool } from '../kit/outside/tools.ts'
import { paintedIn } from '../kit/outside/painted-in.ts'
import { type OpenOrders, openOrders, customerOf } from '../notarization/open-orders.ts'
import { papersIn } from '../notarization/paper-kit.ts'
import { at as instant, type Bookkeeper, bookkeeper, monthBack } from '../payments/statements/bookkeeper.ts'
import { runJobs, sendFile } from '../registry/deposit-kit.ts'
import { localAuthority } from '../trust/sample.ts'
import { makePlatform } from './installation-kit.ts'

const [first, second, usual] = ['#7a1fa2', '#8a3b12', '#1f3a5f']
const all = [first, second, usual] as const

let o: OpenOrders
let t: TestApp
let authority: Authority
let chief: Member
let books: Bookkeeper
beforeAll(async () => {
  o = await openOrders()
  ;({ t } = o)
  authority = await localAuthority()
  chief = await t.member({ role: 'administrator', kind: 'enterprise' })
  books = await bookkeeper(t)
})
afterAll(() => o?.close())

interface Place {
  host: string
  administrator: Member
  owner: Member
}
const here = async (): Promise<Place> => ({
  host: 'localhost',
  administrator: chief,
  owner: await ownerAt(t.platformId),
})
const ownerAt = (platformId: string) => t.member({ name: '风岛公司', kind: 'enterprise', platformId })

async function elsewhere(): Promise<Place> {
  const { id, at } = await makePlatform(t, chief)
  return {
    host: at.host,
    administrator: await t.member({ role: 'administrator', platformId: id }),
    owner: await ownerAt(id),
  }
}

async function choose({ host, administrator }: Place, brandColour: string | null) {
  const body = { nameZh: `平台${host}`, brandColour }
  expect((await t.call(settingsOfPlatformCalls.save, { body }, administrator, { host })).success).toBe(true)
}

const painted = (pdf: Uint8Array) => paintedIn(pdf, all)

async function fileAt({ host, owner }: Place, url: string) {
  const { statusCode, rawPayload, body } = await t.inject({ url, headers: { 'x-auth-token': owner.token, host } })
  if (statusCode !== 200 || !rawPayload.subarray(0, 4).equals(Buffer.from('%PDF'))) throw new Error(`${url}: ${body}`)
  return rawPayload
}

async function deposited({ host, owner }: Place) {
  const headers = { host }
  const sent = await sendFile(t, owner, Buffer.from('合同正文'), { headers })
  const { data } = await t.call(depositCalls.files, { body: { fileIds: [sent.data.fileId] } }, owner, headers)
  await runJobs(t, authority)
  return data.list[0]!.no
}

async function certificateOf(no: string) {
  const { certificateSha256 } = await t.services.db.system
    .selectFrom('evidence')
    .select('certificateSha256')
    .where('number', '=', no)
    .executeTakeFirstOrThrow()
  return Buffer.concat(await t.services.store.open(certificateSha256!.toString('hex')).toArray())
}

/** A preservation report, which waits for its seal. */
async function reported({ host, owner }: Place, no: string) {
  const body = { anos: [no], name: '侵权网页证据' }
  const { data } = await t.call(preservationCalls.make, { body }, owner, { host })
  return pathOf(preservationCalls.file, { id: data.orderId })
}

const month = monthBack(1)
const statement = `${pathOf(statementCalls.download, { month })}?format=pdf`

describe.runIf(requireTool('pdftoppm'))('the colour of a platform', () => {
  it('is that of its certificates, papers and statements, and of none of another’s', async () => {
    const places = [await here(), await elsewhere()] as const
    for (const [i, place] of places.entries()) {
      await choose(place, [first, second][i]!)
      await books.credit(place.owner, instant(`${month}-03T10:00:00`), 1_000)
    }
    for (const [i, place] of places.entries()) {
      const no = await deposited(place)
      const report = await reported(place, no)
      await papersIn(t, authority).sealAll()
      const made = {
        certificate: await certificateOf(no),
        report: await fileAt(place, report),
        statement: await fileAt(place, statement),
      }
      for (const [what, pdf] of Object.entries(made))
        expect({ what, painted: painted(pdf) }).toEqual({ what, painted: [[first, second][i]] })
    }
  })

  it('is that of papers of an order', async () => {
    await choose({ host: 'localhost', administrator: chief, owner: chief }, first)
    const { owner, orders } = await customerOf(o)
    const { id } = await orders.draft()
    await orders.bringTo(id, 'SUBMITTED')
    expect(painted(await papersIn(t, authority).sealed(id, 'application', owner))).toEqual([first])
  })

  it('stays what it was on what was sealed, and is the new one on what is made later', async () => {
    const place = await here()
    await books.credit(place.owner, instant(`${month}-03T10:00:00`), 1_000)
    await choose(place, first)
    const no = await deposited(place)
    const report = await reported(place, no)
    await papersIn(t, authority).sealAll()
    const before = [await certificateOf(no), await fileAt(place, report)]
    await choose(place, null)
    await papersIn(t, authority).sealAll()
    await runJobs(t, authority)
    expect([await certificateOf(no), await fileAt(place, report)].map((pdf, i) => pdf.equals(before[i]!))).toEqual([
      true,
      true,
    ])
    expect(painted(await fileAt(place, statement))).toEqual([usual])
    expect(painted(await certificateOf(await deposited(place)))).toEqual([usual])
  })
})
