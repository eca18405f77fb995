import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageMap } from '../../../server/captures/web/page/seen/page-map.ts'
import type { WebCapture } from '../../../server/captures/web/web-capture.ts'
import { photographs } from '../../kit/fixture-site/photographs.ts'
import { capture } from '../capture-kit.ts'
import type { Attempt } from '../capture-kit.ts'
import { readArchive } from '../reading/read-archive.ts'

const lines = Array.from({ length: 200 }, (_, nth) => `<p>第 ${nth + 1} 条：买家须知与退换说明</p>`).join('')
const count = 24
const body = `<style>body{margin:0}p{margin:0;height:24px}img{display:block}</style>${lines}${Array.from({ length: count }, (_, nth) => `<img loading="lazy" width="1280" height="520" src="/${nth}.jpg">`).join('')}`

let photos: Buffer[]
let server: Server
let attempt: Attempt
let result: WebCapture

beforeAll(async () => {
  photos = await photographs(count)
  server = createServer(({ url = '' }, response) => {
    const photo = photos[Number(/^\/(\d+)\.jpg$/.exec(url)?.[1])]
    response.setHeader('content-type', photo ? 'image/jpeg' : 'text/html; charset=utf-8')
    response.end(photo ?? `<!doctype html><meta charset="utf-8"><title>商品详情</title><body>${body}`)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  attempt = await capture({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
  result = await attempt.result
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => void server.close(done))
  await attempt.remove()
})

const kept = (path: string) => readFileSync(join(attempt.outDir, path))

it('text and photographs are pictured without loss, and nothing is lacking', async () => {
  expect(result.missing).toEqual([])
  for (const { path, width, height } of result.tiles)
    expect(await new Transformer(kept(path)).metadata()).toMatchObject({ format: 'png', width, height })
  const { measure } = JSON.parse(attempt.text('page-map.json')) as PageMap
  expect(measure).toMatchObject({ share: 1, lost: 0, blocks: 0 })
})

it('the archive alone holds photographs byte for byte, and the MHTML says so', async () => {
  expect(result.notes).toContainEqual({
    code: 'mhtml-lightened',
    params: { parts: count, megabytes: expect.any(Number) },
  })
  const told = new Set(attempt.text('page.mhtml').match(/(?<=^X-Archived: )sha256:\S+/gm))
  const sent = photos.map((photo) => `sha256:${createHash('sha256').update(photo).digest('hex')}`)
  expect([...told].sort()).toEqual(sent.sort())
  const archived = new Set(readArchive(attempt.outDir).map(({ headers }) => headers['warc-payload-digest']))
  expect(sent.filter((digest) => !archived.has(digest))).toEqual([])
})
