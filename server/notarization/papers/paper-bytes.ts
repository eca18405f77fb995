import type { ByteReply } from '../../kit/calls/implement.ts'
import { storedReply } from '../../kit/calls/stored-reply.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { say } from '../../kit/words.ts'
import type { AtOrder } from '../orders/at-order.ts'
import { required } from '../orders/orders.service.ts'
import { tellAct } from '../orders/tell-step.ts'
import { findPaper } from './papers.repo.ts'

/** The sealed file of a paper; every download stands on the record of whose order it is. */
export const paperBytes = (services: Services, { caller, find }: AtOrder, paperId: string): Promise<ByteReply> =>
  services.db.asSystem(async (tx) => {
    const order = await find(tx)
    const { paper, ordinal, sha256, size } = required(await findPaper(tx, order.id, paperId))
    if (!sha256) throw new AppError('not-ready')
    await tellAct(tx, caller, order, 'paperOpened', { paper })
    const title = say(caller.lang, 'notarization', `paper.${order.kind}.${paper}.title`)
    return storedReply(services, {
      sha256,
      size: size!,
      mediaType: 'application/pdf',
      fileName: `${title} ${order.number}-${ordinal}.pdf`,
    })
  })
