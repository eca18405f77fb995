import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { rights } from '../../../contract/kit/rights.ts'
import { type Crate, type Find, fitting, kept, makers, someCrates } from './sample-records.ts'
import type { Dictionary } from '../../../contract/platform/dictionary.ts'

/*
 * The outer edge of a console under test: it answers the calls of two resources as the contract says, remembers what it
 * was asked, and can refuse, wait or lose the session when a test wishes.
 */

export interface Gadget {
  id: string
  name: string
  kind: 'small' | 'large'
  note: string | null
  count: number
  version: number
  madeAt: string
}

export interface Asked {
  path: string
  method: string
  query: string
  body: Record<string, unknown>
  account: string | undefined
}

export interface GadgetService {
  url: string
  gadgets: Gadget[]
  crates: Crate[]
  asked: Asked[]
  /** What answers instead, for a path: an envelope, or its own answer once something has come to pass. */
  instead: Map<string, { envelope?: object; after?: Promise<unknown> }>
  views: { id: string; name: string; shared: boolean; mine: boolean; maker: string; query: string; layout: unknown }[]
  layout: unknown
  /** As if it had just been started, with so many gadgets; whoever still asks is cut off. */
  beginAnew(count: number): Promise<void>
  close(): Promise<void>
}

type Records = Omit<GadgetService, 'url' | 'beginAnew' | 'close'>

const accountId = '018f0000-0000-7000-8000-00000000aaaa'
const bean = {
  userId: '018f0000-0000-7000-8000-00000000bbbb',
  personName: 'Ada',
  phoneMasked: '138****0000',
  accountId,
  accountName: 'Ada',
  accountKind: 'personal',
  role: 'owner',
  rights,
  notaryId: 'local',
}
const closed = { open: false }
const dictionary: Dictionary = {
  notaryId: 'local',
  mode: 'production',
  frontPlatformInfo: {
    basicInfo: { platformName: '测试', platformNameEn: 'Test' },
    files: [],
    imgList: [],
    price: {},
    valueAdded: [],
    chainMode: 'NONE',
    chainTime: '',
    explorerUrl: '',
    app: { iosUrl: '', androidUrl: '' },
    colours: { light: null, dark: null },
  },
  notary: {
    info: {
      fullName: '',
      fullNameEn: '',
      labelUrl: '',
      blackBottomLogoUrl: '',
      whiteBottomLogoUrl: '',
      helpHomePageUrl: '',
      helpRegisterUrl: '',
      helpLoginUrl: '',
      qrCodeUrl: '',
      consultationPhone: '',
      techSupportPhone: '',
      email: '',
      officeTime: '',
      officeTimeEn: '',
      officePlace: '',
      officePlaceEn: '',
    },
  },
  login: { alipay: closed, wechat: closed },
  pay: { alipay: closed, wechat: closed },
  'notary-pay': { alipay: closed, wechat: closed },
  service: { NotarizationService: false },
}

export const idOf = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

const recordsOf = (count: number): Records => ({
  gadgets: Array.from({ length: count }, (_, i): Gadget => ({
    id: idOf(i + 1),
    name: `Gadget ${String(i + 1).padStart(6, '0')}`,
    kind: i % 3 ? 'small' : 'large',
    note: i % 3 ? null : 'heavy',
    count: i % 5,
    version: 1,
    madeAt: new Date(Date.UTC(2026, 0, 1) + i * 60_000).toISOString(),
  })),
  crates: someCrates(9),
  asked: [],
  instead: new Map(),
  views: [],
  layout: null,
})

export async function startGadgetService(dist: string, count: number): Promise<GadgetService> {
  const records = recordsOf(count)
  const server: Server = createServer((request, response) => void serve(records, dist, request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return Object.assign(records, {
    url: `http://127.0.0.1:${port}`,
    async beginAnew(anew: number) {
      server.closeAllConnections()
      while ((await promisify(server.getConnections.bind(server))()) > 0) await setTimeout(5)
      Object.assign(records, recordsOf(anew))
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}

async function serve(service: Records, dist: string, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url!, 'http://x')
  if (!url.pathname.startsWith('/shimakaze/')) return sendFile(dist, url.pathname, response)
  const path = url.pathname.slice('/shimakaze/'.length)
  if (path === 'live') return void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': \n\n')
  const body =
    request.method === 'GET' || request.method === 'DELETE' ? {} : ((await json(request)) as Record<string, unknown>)
  service.asked.push({
    path,
    method: request.method!,
    query: url.search,
    body,
    account: request.headers['x-account'] as string | undefined,
  })
  const { envelope, after } = service.instead.get(path) ?? {}
  await after
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(envelope ?? answer(service, path, request.method!, body, url.searchParams)))
}

function sendFile(dist: string, path: string, response: ServerResponse) {
  const file = join(dist, path)
  const found = extname(path) && existsSync(file) ? file : join(dist, 'console.html')
  const caching = path.startsWith('/assets/') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}
  response.writeHead(200, { 'content-type': types[extname(found)] ?? 'application/octet-stream', ...caching })
  createReadStream(found).pipe(response)
}

export const good = (data: unknown) => ({ flag: true, success: true, statusCode: '000000', errorMessage: '', data })
export const refusal = (errorCode: string, statusCode: string, errorMessage: string, data: unknown = null) => ({
  flag: false,
  success: false,
  statusCode,
  errorCode,
  errorMessage,
  showType: 2,
  requestId: 'r-1',
  data,
})

function answer(
  service: Records,
  path: string,
  method: string,
  body: Record<string, unknown>,
  query: URLSearchParams,
): object {
  const [group, id] = path.split('/')
  if (path === 'login/bean') return good(bean)
  if (path === 'dict') return good(dictionary)
  if (path === 'user/user/news/count') return good({ total: 0, byType: {} })
  if (path === 'user/user/news') return good({ list: [], total: 0, totalIsEstimate: false, cursor: null })
  if (path === 'list-layout') return ((service.layout = body['layout']), good(null))
  if (group === 'list-views') return views(service, method, id, body, query)
  if (path === 'gadgets/list') return good(listed(service.gadgets, body))
  if (path === 'gadgets/break')
    return good({ list: (body['ids'] as string[]).map((i) => broken(service.gadgets.find((g) => g.id === i))) })
  if (path === 'gadgets') return created(service.gadgets, body)
  if (group === 'crates') return crates(service.crates, id, method, body)
  const gadget = service.gadgets.find((g) => g.id === id)
  if (group !== 'gadgets' || !gadget) return refusal('not-found', '500040', 'No such record.')
  if (method === 'GET') return good(gadget)
  if (body['version'] !== undefined && body['version'] !== gadget.version)
    return refusal('conflict', '500034', 'Changed meanwhile.', { current: gadget })
  return good({ version: Object.assign(gadget, { note: null }, body, { version: gadget.version + 1 }).version })
}

function crates(all: Crate[], id: string | undefined, method: string, body: Record<string, unknown>): object {
  if (id === 'list') {
    const list = fitting([...all], body as Find)
    return good({ list, total: list.length, totalIsEstimate: false, cursor: null })
  }
  if (id === 'makers') return good({ list: makers })
  if (!id) {
    const crate = { id: idOf(800 + all.length), version: 1, sha256: '0'.repeat(64), ...kept(body) } as Crate
    all.push(crate)
    return good({ id: crate.id })
  }
  const crate = all.find((c) => c.id === id)
  if (!crate) return refusal('not-found', '500040', 'No such record.')
  if (method === 'GET') return good(crate)
  if (body['version'] !== crate.version) return refusal('conflict', '500034', 'Changed meanwhile.', { current: crate })
  return good({ version: Object.assign(crate, kept(body), { version: crate.version + 1 }).version })
}

function created(gadgets: Gadget[], body: Record<string, unknown>): object {
  if (gadgets.some((g) => g.name === body['name']))
    return refusal('bad-parameter', '500001', 'Please change what is marked.', {
      fields: [{ path: 'name', key: 'duplicate', message: 'The same record is already there' }],
    })
  const gadget = {
    id: idOf(gadgets.length + 1),
    note: null,
    count: 1,
    version: 1,
    madeAt: new Date(Date.UTC(2027, 0, 1)).toISOString(),
    ...body,
  } as Gadget
  gadgets.push(gadget)
  return good({ id: gadget.id })
}

/** Gadgets of an even count are stuck. */
function broken(gadget: Gadget | undefined) {
  if (!gadget || gadget.count % 2 === 0) return { id: gadget?.id, ok: false, message: 'It is stuck.' }
  gadget.count = 0
  return { id: gadget.id, ok: true, message: null }
}

function listed(gadgets: Gadget[], body: Record<string, unknown>) {
  const {
    keyWord,
    kind,
    sort = '-madeAt',
    pageNum = 1,
    pageSize = 10,
    cursor,
  } = body as { keyWord?: string; kind?: string; sort?: string; pageNum?: number; pageSize?: number; cursor?: string }
  const terms = [...sort.split(','), sort.startsWith('-') ? '-id' : 'id'].map(
    (s) => [s.replace('-', '') as keyof Gadget, s.startsWith('-') ? -1 : 1] as const,
  )
  const fit = gadgets.filter((g) => (!keyWord || g.name.includes(keyWord)) && (!kind || g.kind === kind))
  fit.sort((a, b) =>
    terms.reduce(
      (order, [field, sign]) => order || (a[field]! < b[field]! ? -sign : a[field]! > b[field]! ? sign : 0),
      0,
    ),
  )
  const from = cursor ? Number(cursor) : (pageNum - 1) * pageSize
  const list = fit.slice(from, from + pageSize)
  return {
    list,
    total: Math.min(fit.length, 10_000),
    totalIsEstimate: fit.length > 10_000,
    cursor: from + pageSize < fit.length ? String(from + pageSize) : null,
  }
}

function views(
  service: Records,
  method: string,
  id: string | undefined,
  body: Record<string, unknown>,
  query: URLSearchParams,
): object {
  if (method === 'GET')
    return good({ list: query.get('resource') === 'gadgets' ? service.views : [], layout: service.layout })
  if (method === 'DELETE')
    return (
      service.views.splice(
        service.views.findIndex((v) => v.id === id),
        1,
      ),
      good(null)
    )
  const given = body as { name: string; shared: boolean; query: string; layout: unknown }
  const view = {
    id: id ?? idOf(900 + service.views.length),
    mine: true,
    maker: 'Ada',
    name: given.name,
    shared: given.shared,
    query: given.query,
    layout: given.layout,
  }
  service.views = [...service.views.filter((v) => v.id !== view.id), view]
  return good({ id: view.id })
}
