import type { MessageFind, MessageState, OutboxMessage } from '../../contract/operator/outbox.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import type { Channel } from '../kit/notify/messages.ts'
import type { Services } from '../kit/services.ts'
import { sendAgain } from '../messages/delivery/again.service.ts'
import * as repo from './outbox.repo.ts'

const shown = ({ state, channel, sentAt, createdAt, ...m }: repo.MessageRecord): OutboxMessage => ({
  ...m,
  messageState: state as MessageState,
  channel: channel as Channel,
  sentAt: sentAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

export async function list(services: Services, { platform }: Caller, find: MessageFind) {
  const { rows, total } = await repo.listMessages(services.db.system, platform.id, find)
  return { list: rows.map(shown), total, totalIsEstimate: false }
}

async function require(db: Queryable, { platform }: Caller, id: string) {
  const found = await repo.findMessage(db, platform.id, id)
  if (!found) throw new AppError('not-found')
  return found
}

export const get = async (services: Services, caller: Caller, id: string) =>
  shown(await require(services.db.system, caller, id))

/** What it says and to whom stays sealed: nobody reads it who sends it on its way again. */
export const retry = (services: Services, caller: Caller, id: string) =>
  services.db.asSystem(async (tx) => {
    const { channel, template } = await require(tx, caller, id)
    if (!(await sendAgain(services, tx, id))) throw new AppError('wrong-state')
    await recordAct(tx, caller, {
      action: 'outbox.retried',
      subjectKind: 'message',
      subjectId: id,
      details: { channel, template },
    })
  })
