import type { MessageKind } from '../../contract/messages/messages.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Tx } from '../kit/db/db.ts'
import { tell } from '../kit/notify/news.ts'
import type { Services } from '../kit/services.ts'
import { type Language, say } from '../kit/words.ts'
import { platformName } from '../platform/platform.service.ts'
import { readPerson } from './people.repo.ts'

type Kind = Extract<
  MessageKind,
  | 'passwordChanged'
  | 'phoneChanged'
  | 'mailChanged'
  | 'totpOn'
  | 'totpOff'
  | 'recoveryUsed'
  | 'thirdBound'
  | 'thirdUnbound'
  | 'closingAsked'
  | 'closingTakenBack'
>

/**
 * Tells a person, on their page and at once by SMS, of something done with their account, so that what they did not do is
 * noticed. `before` is the phone they had until now. Nothing waits for the SMS where none can be sent.
 */
export async function tellSecurity(
  services: Services,
  tx: Tx,
  { platform, personId }: Pick<Caller, 'platform' | 'personId'>,
  kind: Kind,
  { before, ...params }: { before?: string; [name: string]: string | number } = {},
) {
  await tell(tx, services.jobs, {
    kind,
    platformId: platform.id,
    personId,
    accountId: null,
    params: { ...params, at: new Date().toISOString() },
  })
  if (!services.messages.can('sms', kind)) return
  const person = await readPerson(tx, personId)
  const lang = person.lang as Language
  const named = {
    platform: platformName(platform, lang),
    ...params,
    ...(params['vendor'] && { vendor: say(lang, 'news', `vendor.${params['vendor']}`) }),
  }
  const text = say(lang, 'accounts', `sms.${kind}`, named)
  await services.messages.send(tx, {
    platformId: platform.id,
    channel: 'sms',
    recipient: before ?? person.phone,
    template: kind,
    params: wired(named),
    lang,
    text,
  })
}

const wired = (params: Record<string, string | number>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
