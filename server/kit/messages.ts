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
  send(tx: Tx, message: Message): Promise<void>
}

/** The local default: messages end in a table that the terminal and the operator page show, never in a reply. */
export function outboxSender(show: (message: Message) => void): MessageSender {
  return {
    async send(tx, message) {
      await tx.insertInto('messageOutbox').values({ id: newId(), ...message }).execute()
      show(message)
    },
  }
}
