// Receives callbacks and proves that they are the platform's, without dependencies, for Node 20 and later. See README.md beside it.
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'

const tolerance = 300
const keyOf = (text) =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(text.replace(/^whpk_/, ''), 'base64').toString('base64url') },
    format: 'jwk',
  })

/** The notice that a request brings; throws where it is not the platform's, or old. `publicKeys` as `GET /shimakaze/open-api/callback-keys` lists them. */
export function readCallback(publicKeys, headers, body, now = Date.now() / 1000) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(now - Number(timestamp)) <= tolerance)) throw new Error('too old, or from the future')
  const text = Buffer.from(`${id}.${timestamp}.${body}`)
  const given = signatures
    .split(' ')
    .filter((s) => s.startsWith('v1a,'))
    .map((s) => Buffer.from(s.slice(4), 'base64'))
  if (!publicKeys.some((key) => given.some((signature) => verify(null, text, keyOf(key), signature))))
    throw new Error('not signed by the platform')
  return { id, ...JSON.parse(body) }
}

if (import.meta.filename === process.argv[1]) {
  const { CALLBACK_PUBLIC_KEYS = '', PORT = '8090' } = process.env
  if (!CALLBACK_PUBLIC_KEYS) {
    console.error('CALLBACK_PUBLIC_KEYS=whpk_…[,whpk_…] [PORT=8090] node callback-receiver.mjs')
    process.exit(2)
  }
  // A program of yours keeps the ids it has seen in its database: a notice may come twice.
  const seen = new Set()
  const take = async (request, response) => {
    const pieces = []
    for await (const piece of request) pieces.push(piece)
    try {
      const notice = readCallback(
        CALLBACK_PUBLIC_KEYS.split(','),
        request.headers,
        Buffer.concat(pieces).toString('utf8'),
      )
      if (!seen.has(notice.id)) console.log(JSON.stringify(notice))
      seen.add(notice.id)
      response.writeHead(204).end()
    } catch (error) {
      console.error(`refused: ${error.message}`)
      response.writeHead(400).end()
    }
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(Number(PORT), () => console.error(`listening on ${server.address().port}`))
}
