import { dirname, join } from 'node:path'
import pg from 'pg'
import { joinCluster } from '../../../server/kit/db/embedded.ts'
import type { Locator, Request } from 'playwright-core'
import type { Visitor } from './browser.ts'

type Way = 'file' | 'number' | 'hash' | 'code'

async function choose({ page, say, go }: Visitor, way: Way): Promise<void> {
  if (new URL(page.url()).pathname !== '/website-show/query') await go('/website-show/query')
  await page.getByRole('button', { name: say('site', `query.by.${way}`) }).click()
}

const ask = ({ page, say }: Visitor) =>
  page.getByRole('button', { name: say('site', 'query.ask'), exact: true }).click()

const dropped = `(bytes) => {
  const data = new DataTransfer()
  data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], 'original.bin'))
  return data
}`

/** Drops a file on the page as from a file window. */
export async function checkByFile(visitor: Visitor, bytes: Buffer): Promise<void> {
  await choose(visitor, 'file')
  const data = await visitor.page.evaluateHandle(`(${dropped})(${JSON.stringify(bytes.toString('base64'))})`)
  await visitor.page.locator('label.drop').dispatchEvent('drop', { dataTransfer: data })
}

/** Chooses a package or a certificate; the report once it is there. */
export async function verifyByFile(visitor: Visitor, name: string, bytes: Uint8Array): Promise<Locator> {
  await choose(visitor, 'file')
  await visitor.page
    .locator('label.drop input')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })
  await visitor.page.getByRole('progressbar').waitFor({ state: 'detached' })
  return visitor.page.getByRole('region', { name: visitor.say('site', 'verify.title') })
}

export async function checkByNumber(visitor: Visitor, number: string, owner: string): Promise<void> {
  await choose(visitor, 'number')
  await visitor.page.getByLabel(visitor.say('site', 'query.number'), { exact: true }).fill(number)
  await visitor.page.getByLabel(visitor.say('site', 'query.identity'), { exact: true }).fill(owner)
  await ask(visitor)
}

export async function checkByHash(visitor: Visitor, sha256: string): Promise<void> {
  await choose(visitor, 'hash')
  await visitor.page.getByLabel(visitor.say('site', 'query.hash'), { exact: true }).fill(sha256)
  await ask(visitor)
}

/** Types number and code, and asks for the package. */
export async function takeByCode(visitor: Visitor, number: string, code: string): Promise<void> {
  const { page, say } = visitor
  await choose(visitor, 'code')
  await page.getByLabel(say('site', 'query.number'), { exact: true }).fill(number)
  await page.getByLabel(say('site', 'query.code'), { exact: true }).fill(code)
  await page.getByRole('button', { name: say('site', 'query.take'), exact: true }).click()
}

/** The answer under its heading. */
export const answer = ({ page, say }: Visitor, kind: 'match' | 'noMatch' | 'noRecord'): Locator =>
  page.getByRole('heading', { name: say('site', `query.${kind}`, { count: 1 }), exact: true })

/** Bytes that leave the page in requests' bodies and addresses while `act` runs; the largest of them. */
export async function largestRequest({ page }: Visitor, act: () => Promise<void>): Promise<number> {
  const sizes = [0]
  const note = (r: Request) =>
    sizes.push((r.postDataBuffer()?.length ?? 0) + (r.url().startsWith('http') ? r.url().length : 0))
  page.on('request', note)
  await act()
  page.off('request', note)
  return Math.max(...sizes)
}

/** As if many strangers had tried wrong codes. */
export async function letCodeRest(service: { log: string }, number: string) {
  const cluster = await joinCluster({ dir: join(dirname(service.log), 'data/postgres') })
  const client = new pg.Client({ connectionString: cluster.url('shimakaze') })
  await client.connect()
  try {
    await client.query(
      `update extraction_code set locked_until = app_now() + interval '1 hour' where evidence_id = (select id from evidence where number = $1)`,
      [number],
    )
  } finally {
    await client.end()
    await cluster.leave()
  }
}
