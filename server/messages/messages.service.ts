import type { Message, MessageFind, MessageKind, MessageType } from '../../contract/messages/messages.ts'
import { typeOfKind } from '../../contract/messages/messages.ts'
import type { BulkResult } from '../../contract/kit/bulk.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { announce } from '../kit/notify/live.ts'
import type { Services } from '../kit/services.ts'
import { type Language, say } from '../kit/words.ts'
import * as repo from './messages.repo.ts'
import { kindsSaying, linkOf, sayMessage } from './say-message.service.ts'

const shown =
  (lang: Language) =>
  (m: repo.MessageRecord): Message => {
    const subtype = m.kind as MessageKind
    return {
      id: m.id,
      ...sayMessage(lang, m),
      type: typeOfKind[subtype],
      subtype,
      isRead: m.readAt !== null,
      date: m.createdAt.toISOString(),
      link: linkOf(m),
    }
  }

export const list = (services: Services, caller: Caller, find: MessageFind) =>
  services.db.forAccount(caller, async (tx) => {
    const { rows, ...rest } = await repo.listMessages(
      tx,
      caller,
      find,
      find.keyWord ? kindsSaying(caller.lang, find.keyWord) : [],
    )
    return { list: rows.map(shown(caller.lang)), ...rest }
  })

export const get = (services: Services, caller: Caller, id: string) =>
  services.db.forAccount(caller, async (tx) => {
    const found = await repo.findMessage(tx, caller, id)
    if (!found) throw new AppError('not-found')
    return shown(caller.lang)(found)
  })

export const count = (services: Services, caller: Caller) =>
  services.db.forAccount(caller, async (tx) => {
    const byType: Record<MessageType, number> = { evidence: 0, judicial: 0, account: 0, security: 0, service: 0 }
    for (const { kind, n } of await repo.countUnread(tx, caller)) byType[typeOfKind[kind as MessageKind]] += n
    return { total: Object.values(byType).reduce((sum, n) => sum + n, 0), byType }
  })

async function mark(
  services: Services,
  caller: Caller,
  what: 'readAt' | 'removedAt',
  ids?: string[],
): Promise<{ found: string[]; list: BulkResult['list'] }> {
  return services.db.forAccount(caller, async (tx) => {
    const found = await repo.mark(tx, caller, what, ids)
    // The person's other tabs count anew.
    if (found[0]) await announce(tx, caller.accountId, { topic: 'messages', id: found[0] }, caller.personId)
    const absent = say(caller.lang, 'errors', 'code.not-found')
    return {
      found,
      list: [...new Set(ids)].map((id) => ({
        id,
        ok: found.includes(id),
        message: found.includes(id) ? null : absent,
      })),
    }
  })
}

export async function remove(services: Services, caller: Caller, ids: string[]) {
  const { found, list } = await mark(services, caller, 'removedAt', ids)
  return { deleted: found.length, list }
}

export async function read(
  services: Services,
  caller: Caller,
  { ids, all }: { ids?: string[] | undefined; all?: boolean | undefined },
) {
  if (!ids && !all) throw badFields({ path: 'ids', key: 'required' })
  const { found, list } = await mark(services, caller, 'readAt', all ? undefined : ids)
  return { read: found.length, list }
}
