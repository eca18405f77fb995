import type { FastifyInstance } from 'fastify'
import { countCall, limitOfClass } from '../kit/rate-limits.ts'
import type { Services } from '../kit/services.ts'
import type { Authority } from '../trust/authority.ts'

/** The root and its newest revocation list, as packages carry copies of them, for whoever compares. */
export function mountTrust(app: FastifyInstance, { db }: Services, authority: Pick<Authority, 'trustMaterial'>) {
  for (const name of ['ca', 'crl'] as const) {
    app.get(`/trust/${name}.pem`, async (request, reply) => {
      await countCall(db, `trust:${request.ip}`, limitOfClass.read)
      return reply.type('application/x-pem-file').header('access-control-allow-origin', '*').header('cache-control', 'no-cache').send(authority.trustMaterial()[name])
    })
  }
}
