import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import autocannon from 'autocannon'
import { buildPagesIfStale } from '../../kit/built/build-pages.ts'
import { until } from '../../kit/browser/until.ts'
import { freePort } from '../../kit/outside/free-port.ts'
import { type ServiceClient, signInDemo, startServiceProcess } from '../../kit/outside/service-process.ts'
import { benchCluster } from '../kit/bench-cluster.ts'
import { benchLighthouse } from './lighthouse.ts'

const seconds = 10
const load = (url: string) =>
  autocannon({ url, headers: { 'accept-encoding': 'br' }, connections: 20, duration: seconds })

const report = (name: string, { requests, latency, non2xx, errors }: autocannon.Result) =>
  console.log(
    `  ${name.padEnd(30)} ${requests.average.toFixed(0).padStart(6)} a second   p50 ${latency.p50} ms   p99 ${latency.p99} ms   ${non2xx} refused, ${errors} errors`,
  )

/** The same page, packed once, from a process that does nothing else. */
async function benchBare(dir: string, page: string) {
  const bytes = brotliCompressSync(await (await fetch(page)).text())
  const [file, port] = [join(dir, 'page.br'), await freePort()]
  await writeFile(file, bytes)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), file, String(port)])
  const url = `http://127.0.0.1:${port}/`
  const isUp = () =>
    fetch(url).then(
      (r) => r.ok || undefined,
      () => undefined,
    )
  try {
    await until('the bare server', isUp)
    report(`a bare route, ${(bytes.length / 1024).toFixed(1)} KB`, await load(url))
  } finally {
    child.kill()
  }
}

const article = (titleZh: string) => ({
  kind: 'NEWS',
  titleZh,
  summaryZh: '发布时读者照常阅读。',
  contentZh: `<p>${titleZh}</p>`,
  newsType: 'NOTICE',
})

/** Staff correct an article again and again while it is read; how long readers get the former words. */
async function benchEdited(url: string, operator: ServiceClient) {
  const { id } = (await operator('operator/content', article('第 0 版'))) as { id: string }
  const publish = () => operator(`operator/content/${id}/publish`, {})
  await publish()
  const page = `${url}/website-show/news/${id}`
  let isOver = false
  const shownAfter: number[] = []
  const edit = async () => {
    for (let n = 1; !isOver; n++) {
      await operator(`operator/content/${id}`, article(`第 ${n} 版`), 'PUT')
      await publish()
      const began = performance.now()
      await until('the new words', async () => (await (await fetch(page)).text()).includes(`第 ${n} 版`) || undefined)
      shownAfter.push(performance.now() - began)
      await pause(200)
    }
  }
  const editing = edit()
  const result = await load(page)
  isOver = true
  await editing
  report('an article that is edited', result)
  console.log(
    `    ${shownAfter.length} times; the new words were there after ${Math.max(...shownAfter).toFixed(0)} ms at most`,
  )
}

/** What visitors of the website wait for, and how many it bears. */
export async function benchWebsite(dir: string) {
  buildPagesIfStale()
  const cluster = await benchCluster(join(dir, 'website'), 'website')
  const service = await startServiceProcess(join(dir, 'website-data'), {
    DATABASE_URL: cluster.url('website'),
    SHIMAKAZE_CAPTURES: '0',
  })
  try {
    const { url } = service
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    const first = async (path: string) =>
      ((await (await fetch(`${url}/shimakaze/${path}`, post)).json()) as { list: { id: string }[] }).list[0]!.id
    await benchLighthouse({
      home: url,
      article: `${url}/website-show/news/${await first('product/news/list')}`,
      news: `${url}/website-show/news`,
      help: `${url}/website-show/help-document`,
      lawyers: `${url}/website-show/lawyers`,
      lawyer: `${url}/website-show/lawyers/${await first('lawyer/list')}`,
      query: `${url}/website-show/query`,
      login: `${url}/login`,
      docs: `${url}/docs`,
    })
    console.log(`Pages for ${seconds} s over 20 connections:`)
    await benchBare(dir, url)
    report('home', await load(url))
    report('lawyers', await load(`${url}/website-show/lawyers`))
    await benchEdited(url, await signInDemo(url, service.said(), 'operator'))
  } finally {
    await service.end('SIGINT')
    await cluster.leave()
  }
}
