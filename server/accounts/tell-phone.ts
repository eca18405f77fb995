import type { Visitor } from '../kit/caller.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'
import { type Language, say } from '../kit/words.ts'
import { platformName } from '../platform/platform.service.ts'
import { readPerson } from './people.repo.ts'

/**
 * Tells a person's phone, in their language, of something done with their account, so that what they did not do is noticed.
 * `before` is the phone they had until now. Nothing waits for it where no SMS can be sent.
 */
export async function tellPhone(services: Services, tx: Tx, { platform }: Pick<Visitor, 'platform'>, personId: string, words: string, { before, ...more }: { before?: string; [name: string]: string | undefined } = {}) {
  if (!services.messages.can('sms', words)) return
  const person = await readPerson(tx, personId)
  const lang = person.lang as Language
  const params = { ...more, platform: platformName(platform, lang) }
  await services.messages.send(tx, { platformId: platform.id, channel: 'sms', recipient: before ?? person.phone, template: words, params, lang, text: say(lang, 'accounts', `sms.${words}`, params) })
}
