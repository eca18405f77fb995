import type { Ways } from '../../contract/messages/choices.ts'
import { alwaysWays } from '../../contract/messages/choices.ts'
import type { MessageKind } from '../../contract/messages/messages.ts'
import { tallyHitIn } from '../kit/calls/rate-limits.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'
import { type Language, say } from '../kit/words.ts'
import { platformById, platformName, publicUrlOf } from '../platform/platform.service.ts'
import { linkOf, sayMessage } from './say-message.service.ts'

interface News {
  personId: string
  platformId: string
  accountId: string | null
  kind: string
  params: unknown
  subjectId: string | null
}

interface Reader {
  phone: string
  mail: string | null
  lang: string
  /** Accounts the reader acts in. */
  parts: { accountId: string }[]
}

/** Each costs the platform money, and what happens to somebody may be what they or others make happen. */
const newsBySms = { hits: 20, seconds: 86_400 }

/** The platform's own alarms are nobody's to multiply, and are never held back. */
const mayBySms = async (tx: Tx, { personId, kind }: News): Promise<boolean> =>
  kind === 'trustAlarm' || (await tallyHitIn(tx, `news-sms:${personId}`, newsBySms.seconds)) <= newsBySms.hits

/** Sends a message by mail and SMS where its reader wants that and it can be done. `held`: there were too many SMS for one day. */
export async function sendAlong(
  { messages, config }: Services,
  tx: Tx,
  news: News,
  reader: Reader,
  ways: Ways,
): Promise<{ held: boolean }> {
  const kind = news.kind as MessageKind
  const template = `news.${kind}`
  // What was sent with the change itself is not sent twice.
  const wantsSms = ways.sms && !alwaysWays(kind).includes('sms') && messages.can('sms', template)
  const bySms = wantsSms && (await mayBySms(tx, news))
  const held = wantsSms && !bySms
  const byMail = ways.mail && reader.mail !== null && messages.can('mail', template)
  if (!bySms && !byMail) return { held }
  const lang = reader.lang as Language
  const { title, content } = sayMessage(lang, news)
  const site = await platformById(tx, news.platformId)
  const platform = platformName(site, lang)
  const common = { platformId: news.platformId, template, lang, params: { platform, title } }
  if (bySms)
    await messages.send(tx, {
      ...common,
      params: { platform, title: short(title) },
      channel: 'sms',
      recipient: reader.phone,
      text: say(lang, 'news', 'sms', { platform, title: short(title) }),
    })
  if (byMail) {
    const publicUrl = publicUrlOf(config, site)
    const link = addressOf(publicUrl, news, reader)
    const text = [
      content,
      link,
      say(lang, 'news', 'mail.foot', {
        platform,
        settings: `${publicUrl}/accountSetting/messageNotification/settings`,
      }),
    ]
      .filter(Boolean)
      .join('\n\n')
    await messages.send(tx, {
      ...common,
      channel: 'mail',
      recipient: reader.mail!,
      subject: say(lang, 'news', 'mail.subject', { platform, title }),
      text,
    })
  }
  return { held }
}

/** Vendors refuse what is longer in the place of one parameter. */
const mostBySms = 30
const short = (title: string) => (title.length > mostBySms ? `${title.slice(0, mostBySms - 1)}…` : title)

/** Where a message leads, in the account it is about. */
function addressOf(publicUrl: string, news: News, { parts }: Reader): string | null {
  const link = linkOf(news)
  if (!link) return null
  const url = new URL(link, publicUrl)
  if (news.accountId && parts.length > 1) url.searchParams.set('account', news.accountId)
  return url.href
}
