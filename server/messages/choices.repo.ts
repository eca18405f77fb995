import type { MessageChoice, Ways } from '../../contract/messages/choices.ts'
import { alwaysWays, messageWays, usualWays } from '../../contract/messages/choices.ts'
import type { MessageKind } from '../../contract/messages/messages.ts'
import type { AccountTx, Tx } from '../kit/db/db.ts'

const kept = (tx: Tx, personId: string) =>
  tx.selectFrom('messageChoice').select(['kind', 'page', 'mail', 'sms']).where('personId', '=', personId)

const ways = (kind: MessageKind, found: Ways | undefined): Ways => {
  const chosen = found ?? usualWays(kind)
  const always = alwaysWays(kind)
  return Object.fromEntries(messageWays.map((way) => [way, always.includes(way) || chosen[way]])) as Ways
}

/** The ways that a kind of message takes to somebody. */
export const waysOf = async (tx: Tx, personId: string, kind: MessageKind) =>
  ways(kind, await kept(tx, personId).where('kind', '=', kind).executeTakeFirst())

export async function choicesOf(
  tx: AccountTx,
  personId: string,
  kinds: readonly MessageKind[],
): Promise<MessageChoice[]> {
  const all = new Map((await kept(tx, personId).execute()).map((c) => [c.kind, c]))
  return kinds.map((kind) => ({ kind, ...ways(kind, all.get(kind)) }))
}

export const saveChoices = (tx: AccountTx, personId: string, choices: MessageChoice[]) =>
  tx
    .insertInto('messageChoice')
    .values(choices.map((c) => ({ ...c, personId })))
    .onConflict((c) =>
      c.columns(['personId', 'kind']).doUpdateSet((e) => ({
        page: e.ref('excluded.page'),
        mail: e.ref('excluded.mail'),
        sms: e.ref('excluded.sms'),
      })),
    )
    .execute()
