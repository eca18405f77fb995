import type { StaffMessage, StaffMessageFind } from '../../contract/operator/messages.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { AppError } from '../kit/errors.ts'
import { ownerOf, tell } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import { findAccount } from './accounts.repo.ts'
import * as repo from './messages.repo.ts'
import { accountOf, findPerson } from './people.repo.ts'

const shown = (m: repo.NoteRecord): StaffMessage => ({
  id: m.id,
  title: m.title,
  content: m.content,
  reader: m.reader,
  account: m.account,
  writer: m.senderName ?? '',
  sentAt: m.createdAt.toISOString(),
  readAt: m.readAt?.toISOString() ?? null,
})

export async function list({ db }: Services, caller: Caller, find: StaffMessageFind) {
  const { rows, ...rest } = await repo.listNotes(db.system, caller.platform.id, find)
  return { list: rows.map(shown), ...rest }
}

export async function get({ db }: Services, caller: Caller, id: string) {
  const found = await repo.findNote(db.system, caller.platform.id, id)
  if (!found) throw new AppError('not-found')
  return shown(found)
}

interface Written {
  title: string
  content: string
}

const note = ({ platform, personId, personName }: Caller, params: Written) => ({
  kind: 'note' as const,
  platformId: platform.id,
  params: { ...params },
  sender: { id: personId, name: personName },
})

export const toPerson = (services: Services, caller: Caller, id: string, written: Written) =>
  services.db.asSystem(async (tx) => {
    const reader = await findPerson(tx, caller.platform.id, id)
    if (!reader || reader.status === 'CLOSED') throw new AppError('not-found')
    const messageId = await tell(tx, services.jobs, { ...note(caller, written), personId: id, accountId: null })
    await recordAct(
      tx,
      { ...caller, accountId: await accountOf(tx, id) },
      { action: 'message.written', subjectKind: 'person', subjectId: id, details: { title: written.title } },
    )
    return { id: messageId }
  })

export const toAccount = (services: Services, caller: Caller, id: string, written: Written) =>
  services.db.asSystem(async (tx) => {
    const reader = (await findAccount(tx, caller.platform.id, id)) && (await ownerOf(tx, id))
    if (!reader) throw new AppError('not-found')
    const messageId = await tell(tx, services.jobs, { ...note(caller, written), personId: reader, accountId: id })
    await recordAct(
      tx,
      { ...caller, accountId: id },
      { action: 'message.written', subjectKind: 'account', subjectId: id, details: { title: written.title } },
    )
    return { id: messageId }
  })
