import type { ErrorCode } from '../../../contract/kit/errors.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../db/db.ts'
import type { Language } from '../words.ts'

export type Channel = 'sms' | 'mail'

export interface Message {
  platformId: string
  channel: Channel
  recipient: string
  /** Our name of the text, such as `login`. Vendors of SMS send texts they approved beforehand: their settings name theirs by ours. */
  template: string
  /** What the template takes. */
  params: Record<string, string>
  lang: Language
  /** Of a mail. */
  subject?: string
  text: string
  /** It holds a code: nothing of its text may be kept where others than its recipient read. */
  secret?: boolean
  /** Seconds it is of use for; what could not be sent by then is given up. */
  goodFor?: number
}

/** Hands messages to the world. */
export interface MessageSender {
  /** Whether messages of this kind, and with it this template, can reach anybody. */
  can(channel: Channel, template?: string): boolean
  /** Throws where they cannot; asked before a code is made for one. */
  require(channel: Channel, template?: string): void
  /** Called in the transaction (of the system's role) that asks for it: both happen or neither. */
  send(tx: Tx, message: Message): Promise<void>
}

const missing: Record<Channel, ErrorCode> = { sms: 'sms-not-configured', mail: 'mail-not-configured' }

/** The refusal follows from the answer, when asked and when sending. */
export function senderOf({ can, send }: Pick<MessageSender, 'can' | 'send'>): MessageSender {
  const require = (channel: Channel, template?: string) => {
    if (!can(channel, template)) throw new AppError(missing[channel])
  }
  return {
    can,
    require,
    async send(tx, message) {
      require(message.channel, message.template)
      await send(tx, message)
    },
  }
}
