import type { FastifyInstance, FastifyReply } from 'fastify'
import { originOf } from '../../kit/calls/origin.ts'
import { countCall, limitOfClass } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import type { Authority } from '../../trust/keys/authority.service.ts'
import type { TrustMaterial } from '../../trust/keys/key-set.service.ts'

const forEverybody = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' }

/** The root and its newest revocation list, as packages carry copies of them, for whoever compares; what the root states of all keys, and its signature over these very bytes. */
export function mountTrust(app: FastifyInstance, { db }: Services, authority: Pick<Authority, 'trustMaterial'>) {
  const give = (name: string, type: string, read: (trust: TrustMaterial) => string | Buffer | undefined) =>
    app.get(`/trust/${name}`, async (request, reply) => {
      await countCall(db, `trust:${originOf(request.ip)}`, limitOfClass.read)
      const content = read(authority.trustMaterial())
      return content === undefined ? absent(reply) : reply.type(type).headers(forEverybody).send(content)
    })
  give('ca.pem', 'application/x-pem-file', ({ ca }) => ca)
  give('crl.pem', 'application/x-pem-file', ({ crl }) => crl)
  give('keys.json', 'application/json', ({ keys }) => keys && Buffer.from(keys.json))
  give('keys.sig', 'application/octet-stream', ({ keys }) => keys?.signature)
}

const absent = (reply: FastifyReply) =>
  reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('The keys were made before statements of them were. The next ceremony makes one.\n')
