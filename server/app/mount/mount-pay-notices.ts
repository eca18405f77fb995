import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { serviceBase } from '../../../contract/kit/call.ts'
import { plainText } from '../../../contract/kit/typed/names.ts'
import { PayChannelName } from '../../../contract/payments/pay-orders.ts'
import { AppError } from '../../kit/errors.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countCall, type Limit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { takeNotice } from '../../payments/orders/notices.service.ts'

/** The vendors' own weigh a few kilobytes. */
const bodyLimit = 64 * 1024
/** Of one address: each costs a signature to be judged. */
const limit: Limit = { hits: 600, seconds: 60 }

const Address = z.object({ channel: PayChannelName, notaryId: z.string().max(100).refine(plainText) })

/** What vendors tell of payments: no session, no envelope, the body as it came. Its platform stands in the address that the vendor was given. */
export async function mountPayNotices(app: FastifyInstance, services: Services) {
  await app.register(async (notices) => {
    notices.removeAllContentTypeParsers()
    notices.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
    notices.post(
      `${serviceBase}/pay/notice/:channel/:notaryId`,
      { bodyLimit, onRequest: (request) => countCall(services.db, `pay-notice:${originOf(request.ip)}`, limit) },
      async (request, reply) => {
        const address = Address.safeParse(request.params)
        if (!address.success) throw new AppError('unknown-route')
        const { channel, notaryId } = address.data
        const platform = await services.db.system
          .selectFrom('platform')
          .select(['id', 'notaryId'])
          .where('notaryId', '=', notaryId)
          .executeTakeFirst()
        if (!platform) throw new AppError('unknown-route')
        const { headers } = request
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const answer = await takeNotice(services, request.log, { channel, platform, headers, body })
        if (answer.type) reply.type(answer.type)
        return reply.code(answer.status).send(answer.body)
      },
    )
  })
}
