import type { FastifyInstance, FastifyReply } from 'fastify'
import { countCall, limitOfClass } from '../kit/rate-limits.ts'
import type { Services } from '../kit/services.ts'
import type { Authority } from '../trust/authority.ts'

const forEverybody = { 'access-control-allow-origin': '*', 'cache-control': 'no-cache' }

/** The root and its newest revocation list, as packages carry copies of them, for whoever compares. */
export function mountTrust(app: FastifyInstance, { db }: Services, authority: Pick<Authority, 'trustMaterial'>) {
  for (const name of ['ca', 'crl'] as const) {
    app.get(`/trust/${name}.pem`, async (request, reply) => {
      await countCall(db, `trust:${request.ip}`, limitOfClass.read)
      return reply.type('application/x-pem-file').headers(forEverybody).send(authority.trustMaterial()[name])
    })
  }
  // What the root states of all keys, and its signature over these very bytes.
  app.get('/trust/keys.json', async (request, reply) => {
    await countCall(db, `trust:${request.ip}`, limitOfClass.read)
    const { keys } = authority.trustMaterial()
    return keys ? reply.type('application/json').headers(forEverybody).send(Buffer.from(keys.json)) : absent(reply)
  })
  app.get('/trust/keys.sig', async (request, reply) => {
    await countCall(db, `trust:${request.ip}`, limitOfClass.read)
    const { keys } = authority.trustMaterial()
    return keys ? reply.type('application/octet-stream').headers(forEverybody).send(keys.signature) : absent(reply)
  })
}

const absent = (reply: FastifyReply) => reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('The keys were made before statements of them were. The next ceremony makes one.\n')
