import { wechatSettings } from '../../accounts/third-party/wechat.settings.ts'
import { alipaySettings } from '../../kit/alipay/alipay.settings.ts'
import { type Config, ConfigError } from '../../kit/settings/config.ts'
import { messageSettings, type SmsSettings } from './messages.settings.ts'
import type { Message } from '../../kit/notify/messages.ts'
import { wordsUnder } from '../../kit/words.ts'

/** Texts that tell of something; who wants them by SMS maps them, and nobody must. */
const news = /^news\.[A-Za-z.]+$/

/** Sent only where somebody can sign in with WeChat or Alipay. */
const ofThirdParty = 'bind'

/** Our texts by SMS and what each takes, as the words have it. */
function ourTexts(): Map<string, string[]> {
  const texts = Object.entries(wordsUnder('zh-CN', 'accounts', 'sms')).map(
    ([name, text]) => [name, [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, param]) => param!)] as const,
  )
  // What names the platform is sent by it; the rest are words of pages.
  return new Map(texts.filter(([, params]) => params.includes('platform')))
}

/**
 * Whether the vendor can send what we do: at a start of production every text with a code has its template. A local installation
 * may go without some; codes of those are refused when somebody asks for one. Without WeChat and Alipay the code that binds them is never sent.
 */
export function checkTemplates(config: Config): void {
  const { sms } = messageSettings.of(config)
  if (!sms) return
  const thirdParty = wechatSettings.of(config) ?? alipaySettings.of(config)
  const texts = ourTexts()
  const problems = Object.entries(sms.templates).flatMap(([name, languages]) => {
    const known = texts.get(name)
    if (!known)
      return news.test(name) ? [] : [`${name} is no text of ours; those are ${[...texts.keys()].join(', ')} and news.…`]
    return Object.values(languages).flatMap((language) => {
      const params = language?.params ?? known
      const strange = params.filter((p) => !known.includes(p))
      if (strange.length) return [`${name} has no ${strange.join(', ')}; it has ${known.join(', ')}`]
      return known.includes('code') && !params.includes('code')
        ? [`${name} is sent without its code: add "code" to its params`]
        : []
    })
  })
  const missing = [...texts].flatMap(([name, params]) =>
    params.includes('code') && !sms.templates[name] && (thirdParty || name !== ofThirdParty) ? [name] : [],
  )
  if (config.mode === 'production' && missing.length)
    problems.push(`no template for ${missing.join(', ')}: nobody would get these codes`)
  if (problems.length)
    throw new ConfigError(problems.map((p) => `SHIMAKAZE_SMS_SETTINGS_FILE: templates: ${p}`).join('\n'))
}

/** The vendor's name of a text, and its parameters in their order. */
export function templateFor(
  sms: SmsSettings,
  { template, lang, params }: Pick<Message, 'template' | 'lang' | 'params'>,
) {
  const languages = sms.templates[template]
  if (!languages) throw new ConfigError(`SHIMAKAZE_SMS_SETTINGS_FILE has no template for ${template}`)
  const { code, params: names } = languages[lang] ?? languages['zh-CN']
  return { code, params: names.map((name) => [name, params[name] ?? ''] as const) }
}
