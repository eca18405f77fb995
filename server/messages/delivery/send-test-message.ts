import { MailAddress, Phone } from '../../../contract/kit/fields.ts'
import { type Config, ConfigError } from '../../kit/settings/config.ts'
import type { Database } from '../../kit/db/db.ts'
import { newId } from '../../kit/ids.ts'
import { type Language, say } from '../../kit/words.ts'
import { closeCarriers, openCarriers } from './carriers.ts'
import { messageSettings } from './messages.settings.ts'
import { defaultPlatform, platformName } from '../../platform/platform.service.ts'

/** Asks a vendor directly, as a message of the service would, and gives the vendor's name of it; a refusal is told in its words. */
export async function sendTestMessage(db: Database, config: Config, to: string, lang: Language): Promise<string> {
  const channel = Phone.safeParse(to).success ? 'sms' : MailAddress.safeParse(to).success ? 'mail' : undefined
  if (!channel) throw new ConfigError(`${to} is neither an 11-digit mainland China mobile number nor a mail address.`)
  const settings = messageSettings.of(config)
  const needs =
    channel === 'sms' ? 'SHIMAKAZE_SMS and SHIMAKAZE_SMS_SETTINGS_FILE' : 'SHIMAKAZE_SMTP_URL and SHIMAKAZE_MAIL_FROM'
  if (!settings[channel]) throw new ConfigError(`Nothing is set up that sends to ${to}: give ${needs}.`)
  const platform = await defaultPlatform(db)
  const params = { code: '000000', minutes: '5', platform: platform ? platformName(platform, lang) : 'Shimakaze' }
  const carriers = await openCarriers(settings)
  try {
    const outcome = await carriers[channel]!.deliver({
      id: newId(),
      recipient: to,
      template: 'login',
      params,
      lang,
      subject: params.platform,
      text: say(lang, 'accounts', 'sms.login', params),
    })
    if (outcome.kind !== 'sent') throw new ConfigError(`Not sent (${outcome.kind}). ${outcome.error}`)
    return outcome.vendorId ?? ''
  } finally {
    closeCarriers(carriers)
  }
}
