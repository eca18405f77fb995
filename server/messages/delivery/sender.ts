import { maskMail, maskPhone } from '../../../contract/kit/mask.ts'
import { newId } from '../../kit/ids.ts'
import { type Channel, type Message, type MessageSender, senderOf } from '../../kit/notify/messages.ts'
import type { CoreServices } from '../../kit/services.ts'
import { messageSettings } from './messages.settings.ts'
import { insertMessage } from './outbox.repo.ts'
import { messageQueue } from './message.queue.ts'

/** As long as news stay news, where a message does not say otherwise. */
const goodFor = 3 * 86_400

const maskOf = ({ channel, recipient }: Message) => (channel === 'sms' ? maskPhone(recipient) : maskMail(recipient))

/** What is kept of a message until it is sent: bound to its row, readable with the key of the secrets alone. */
export type Body = Pick<Message, 'recipient' | 'subject' | 'text' | 'params'>

/**
 * Where a vendor is set up, messages wait sealed for the job that hands them over. A local installation without one shows them in
 * the terminal and on the operator's page; a production refuses what nobody would get.
 */
export function openSender(
  { config, secrets, jobs }: Pick<CoreServices, 'config' | 'secrets' | 'jobs'>,
  show: (message: Message) => void,
): MessageSender {
  const settings = messageSettings.of(config)
  const carried = (channel: Channel) => settings[channel] !== undefined
  return senderOf({
    can(channel, template) {
      if (!carried(channel)) return config.mode === 'local'
      return channel === 'mail' || template === undefined || template in settings.sms!.templates
    },
    async send(tx, message) {
      const id = newId()
      if (!carried(message.channel)) {
        await insertMessage(tx, { id, message, recipient: maskOf(message) })
        show(message)
        return
      }
      const { recipient, subject, text, params } = message
      const sealed = await secrets.seal(
        tx,
        JSON.stringify({ recipient, text, params, ...(subject !== undefined && { subject }) } satisfies Body),
        id,
      )
      await insertMessage(tx, {
        id,
        message,
        recipient: maskOf(message),
        sealed: { text: sealed, goodFor: message.goodFor ?? goodFor },
      })
      await jobs.enqueue(tx, messageQueue, { id })
    },
  })
}
