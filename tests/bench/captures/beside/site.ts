import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { picture } from '../../../kit/fixture-site/pictures.ts'
import { startFixtureSite } from '../../../kit/fixture-site/start.ts'
import { photographs } from '../../../kit/fixture-site/photographs.ts'

export interface BenchPage {
  readonly name: string
  readonly url: string
}

interface Answer {
  readonly type: string
  readonly body: Buffer
}

const html = (title: string, body: string, head = ''): Answer => ({
  type: 'text/html; charset=utf-8',
  body: Buffer.from(
    `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><title>${title}</title>${head}<body>${body}</body></html>`,
  ),
})

const each = (count: number, one: (nth: number) => string) =>
  Array.from({ length: count }, (_, nth) => one(nth)).join('')

const paragraph = (nth: number) =>
  `<p>第 ${nth + 1} 段：${'海风吹过灯塔，守夜的人记下时辰、潮位与来往的船。'.repeat(3)}</p>`

const smallPictures = 8
const shelf = html(
  '货架',
  `<h1>货架</h1><div class="shelf">${each(smallPictures, (nth) => `<figure><img src="/small-${nth}.png" width="160" height="120"><figcaption>第 ${nth} 件</figcaption></figure>`)}</div><output></output><script src="/shelf.js"></script>`,
  '<link rel="stylesheet" href="/shelf.css">',
)
const shelfStyle =
  'body{margin:2rem;font:16px/1.6 sans-serif}.shelf{display:grid;grid-template-columns:repeat(4,1fr);gap:1rem}figure{margin:0;padding:1rem;border:1px solid #ccc}'
const shelfScript = `document.querySelector('output').textContent = document.images.length + ' 件'`

const photoCount = 64
const album = html(
  '图集',
  each(photoCount, (nth) => `<p>照片 ${nth}</p><img loading="lazy" width="1000" height="500" src="/photo-${nth}.jpg">`),
)

const items = (open: string) =>
  html('清单', `${open}${each(80, (nth) => `<h2>第 ${nth} 项</h2>${paragraph(nth)}`)}`, '<style>body{margin:0}</style>')

const utf8 = (type: string, text: string): Answer => ({ type: `${type}; charset=utf-8`, body: Buffer.from(text) })

async function answers(): Promise<Map<string, Answer>> {
  const photos = (await photographs(photoCount)).map((body, nth): [string, Answer] => [
    `/photo-${nth}.jpg`,
    { type: 'image/jpeg', body },
  ])
  const small = Array.from({ length: smallPictures }, (_, nth): [string, Answer] => [
    `/small-${nth}.png`,
    { type: 'image/png', body: picture(nth, 160, 120) },
  ])
  return new Map<string, Answer>([
    ['/paragraphs', html('灯塔日志', each(40, paragraph))],
    ['/shelf', shelf],
    ['/shelf.css', utf8('text/css', shelfStyle)],
    ['/shelf.js', utf8('text/javascript', shelfScript)],
    ['/album', album],
    ['/scroller', items('<main style="height:100vh;overflow:auto">')],
    ['/document', items('<main>')],
    ...small,
    ...photos,
  ])
}

/** Pages that weigh little, one that weighs much, and one list in two ways; all on loopback. */
export async function startBenchSite() {
  const [known, fixture] = await Promise.all([answers(), startFixtureSite()])
  const server = createServer((request, response) => {
    const { type, body } = known.get(request.url ?? '') ?? utf8('text/plain', '未找到')
    const status = known.has(request.url ?? '') ? 200 : 404
    response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pages: BenchPage[] = [
    { name: 'paragraphs', url: `${own}/paragraphs` },
    { name: 'shelf', url: `${own}/shelf` },
    { name: 'article', url: `${fixture.url}/article` },
    { name: 'shop', url: `${fixture.url}/` },
    { name: 'album', url: `${own}/album` },
    { name: 'scroller', url: `${own}/scroller` },
    { name: 'document', url: `${own}/document` },
  ]
  const close = async () => {
    server.closeAllConnections()
    await Promise.all([fixture.close(), new Promise<void>((done) => void server.close(() => done()))])
  }
  return { pages, close }
}
