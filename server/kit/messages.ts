import { AppError } from './errors.ts'
import type { Tx } from './db/db.ts'
import { newId } from './ids.ts'

export interface Message {
  platformId: string
  channel: 'sms' | 'mail'
  recipient: string
  text: string
}

/** Hands a message to the world. Called in the transaction that asks for it; a vendor's adapter queues it there. */
export interface MessageSender {
  /** Throws where no message of this kind can reach anybody; asked before a code is made for it. */
  require(channel: Message['channel']): void
  send(tx: Tx, message: Message): Promise<void>
}

/** The local default: messages end in a table that the terminal and the operator page show, never in a reply. */
export function outboxSender(show: (message: Message) => void): MessageSender {
  return {
    require() {},
    async send(tx, message) {
      await tx.insertInto('messageOutbox').values({ id: newId(), ...message }).execute()
      show(message)
    },
  }
}

/** Production without a vendor: a message nobody would get is refused instead of kept where nobody reads it. */
export const noSender: MessageSender = {
  require: refuse,
  send: async () => refuse(),
}

function refuse(): never {
  throw new AppError('sms-not-configured')
}
