import { readFileSync } from 'node:fs'
import type { Transform } from 'node:stream'
import { constants, createBrotliCompress, createZstdCompress } from 'node:zlib'
import { page, text } from './replies.ts'
import type { Endpoint, Endpoints } from './replies.ts'

/** A body below a megabyte that unpacks to six hundred. */
const bomb =
  (coding: string, type: string, pack: () => Transform): Endpoint =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-encoding': coding })
    const packed = pack()
    packed.pipe(response)
    const block = Buffer.alloc(1 << 20, '<p>证</p>')
    let left = 600
    const feed = () => {
      while (left-- > 0) if (!packed.write(block)) return void packed.once('drain', feed)
      packed.end()
    }
    response.on('close', () => packed.destroy())
    feed()
  }
const brotli = () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
const zstd = () => createZstdCompress()

/** Half a second of a tone, as a sound file. */
function sound(): Buffer {
  const samples = 4_000
  const wav = Buffer.alloc(44 + samples)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(36 + samples, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(8_000, 24)
  wav.writeUInt32LE(8_000, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(samples, 40)
  for (let at = 0; at < samples; at++) wav[44 + at] = 128 + Math.round(60 * Math.sin(at / 3))
  return wav
}

const video = readFileSync(new URL('clip.webm', import.meta.url))

/** A body cut in parts as the request asks for them, the way media are served. */
const ranged =
  (type: string, body: Buffer): Endpoint =>
  (request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (first === undefined)
      return void response
        .writeHead(200, { 'content-type': type, 'content-length': body.length, 'accept-ranges': 'bytes' })
        .end(body)
    const from = Number(first)
    const part = body.subarray(from, last ? Number(last) + 1 : undefined)
    response
      .writeHead(206, {
        'content-type': type,
        'content-length': part.length,
        'content-range': `bytes ${from}-${from + part.length - 1}/${body.length}`,
      })
      .end(part)
  }

// Bytes, because a source file cannot hold them: 证据㐀 and 證據.
const GB18030 = Buffer.from('d6a4bedd8139ef30', 'hex')
const BIG5 = Buffer.from('c3d2beda', 'hex')
const encoded = (charset: string, word: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<!doctype html><meta charset="${charset}"><title>`),
    word,
    Buffer.from('</title><h1>'),
    word,
    Buffer.from('</h1>'),
  ])

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="#c00"/><text x="20" y="100" font-size="40">矢量图</text></svg>'

/** Documents that are no web page, in forms browsers show or hand out, and bodies meant to hurt. */
export const hardBodies: Endpoints = {
  '/text': text('text/plain; charset=utf-8', '纯文本\n第二行'),
  '/svg': text('image/svg+xml', SVG),
  '/xml': text('application/xml', '<?xml version="1.0" encoding="UTF-8"?><订单><编号>A-1001</编号></订单>'),
  '/video': ranged('video/webm', video),
  '/sound': ranged('audio/wav', sound()),
  '/video-page': page('<h1>视频</h1><video src="/video" autoplay muted loop width="320"></video>'),
  '/gb18030': text('text/html', encoded('gb18030', GB18030)),
  '/big5': text('text/html; charset=big5', encoded('big5', BIG5)),
  '/bomb-br': bomb('br', 'text/html; charset=utf-8', brotli),
  '/bomb-zstd': bomb('zstd', 'text/html; charset=utf-8', zstd),
  '/bomb-script': bomb('br', 'text/javascript', brotli),
  '/loads-bomb': page('<h1>正文</h1><script async src="/bomb-script"></script>'),
  '/huge-length': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 10_000_000_000 })
    const block = Buffer.alloc(1 << 18, '<p>x</p>')
    const feed = () => {
      while (!response.destroyed) if (!response.write(block)) return void response.once('drain', feed)
    }
    feed()
  },
  '/leads-nowhere': text(
    'text/html; charset=utf-8',
    `<!doctype html><title>没有去处</title><h1>没有去处</h1><!--${'z'.repeat(15_000_000)}-->`,
    302,
  ),
  '/two-types': (_, response) => {
    const body = '<!doctype html><meta charset="utf-8"><title>两种</title><h1>两种类型</h1>'
    const length = String(Buffer.byteLength(body))
    const types = ['content-type', 'text/event-stream', 'content-type', 'text/html; charset=utf-8']
    response.writeHead(200, [...types, 'content-length', length]).end(body)
  },
  '/called-a-stream': (_, response, { search }) => {
    const type = search === '?unnamed' ? 'text/event-stream' : 'text/event-stream; charset=utf-8'
    response.writeHead(200, { 'content-type': type }).end('data: 写完了\n\n')
  },
  '/fetches-streams': page(
    `<h1>流</h1><p id="out"></p><script>
      fetch('/called-a-stream').then((answer) => answer.text()).then((whole) => out.append(whole))
      fetch('/events').then((answer) => answer.body.getReader().read()).then(({ value }) => out.append(new TextDecoder().decode(value)))
    </script>`,
  ),
  '/busy-while-answered': page(
    `<h1>忙</h1><p id="out"></p><script>
      fetch('/events').then((answer) => answer.body.getReader().read()).then(({ value }) => out.append(new TextDecoder().decode(value)))
      fetch('/asks-twice').then((answer) => answer.text()).then((whole) => out.append(whole))
      for (const until = Date.now() + 1_500; Date.now() < until;);
    </script>`,
  ),
  '/asks-twice': ({ headers }, response) => {
    if (headers.cookie?.includes('asked=')) return void response.end('second')
    response.writeHead(302, { location: '/asks-twice', 'set-cookie': 'asked=1' }).end('first')
  },
  '/no-content': (_, response) => void response.writeHead(204).end(),
  '/basic': text(
    'text/html; charset=utf-8',
    '<!doctype html><meta charset="utf-8"><title>需要登录</title><h1>请登录</h1>',
    401,
    { 'www-authenticate': 'Basic realm="shop"' },
  ),
}
