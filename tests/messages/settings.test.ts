import { chmod } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messageSettings } from '../../server/messages/delivery/messages.settings.ts'
import { domains } from '../../server/app/domains.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { ConfigError } from '../../server/kit/settings/config.ts'
import { runProgram } from '../kit/outside/programs.ts'
import { startAliyun } from '../kit/vendors/aliyun.ts'
import {
  aliyunKey,
  aliyunSettings,
  type SettingsFolder,
  settingsFolder,
  templates,
  tencentSettings,
} from '../kit/vendors/settings.ts'

let folder: SettingsFolder
beforeAll(async () => void (folder = await settingsFolder()))
afterAll(() => folder.remove())

const production = { SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com' }
const from = { SHIMAKAZE_MAIL_FROM: 'no-reply@example.com' }

/** The refusal of a start with these settings, as it is printed. */
function refusal(env: Record<string, string>): string {
  try {
    const config = readConfig(env)
    for (const domain of domains) domain.check?.(config)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}
const mailOf = (env: Record<string, string>) => messageSettings.of(readConfig(env)).mail
const sms = async (settings: unknown, env: Record<string, string> = production, vendor = 'aliyun') => ({
  ...env,
  SHIMAKAZE_SMS: vendor,
  SHIMAKAZE_SMS_SETTINGS_FILE: await folder.write('sms.json', settings),
})

describe('mail', () => {
  it('is read from one address, with TLS from the first byte or after it', () => {
    expect(mailOf({ ...production, ...from, SHIMAKAZE_SMTP_URL: 'smtps://me:p%40ss@mail.example.com' })).toEqual({
      host: 'mail.example.com',
      port: 465,
      secure: true,
      plain: false,
      user: 'me',
      password: 'p@ss',
      from: 'no-reply@example.com',
    })
    expect(mailOf({ ...from, SHIMAKAZE_SMTP_URL: 'smtp://mail.example.com' })).toMatchObject({
      port: 587,
      secure: false,
      plain: false,
      user: undefined,
    })
    expect(mailOf({ ...from, SHIMAKAZE_SMTP_URL: 'smtp://127.0.0.1:1025' })).toMatchObject({ plain: true })
    expect(mailOf({ ...production, ...from, SHIMAKAZE_SMTP_URL: 'smtp://127.0.0.1:1025' })).toMatchObject({
      plain: false,
    })
    expect(mailOf({})).toBeUndefined()
  })

  it.each([
    [from, 'SHIMAKAZE_SMTP_URL and SHIMAKAZE_MAIL_FROM need each other'],
    [{ ...from, SHIMAKAZE_SMTP_URL: 'http://mail.example.com' }, 'SHIMAKAZE_SMTP_URL'],
    [{ ...from, SHIMAKAZE_SMTP_URL: 'smtp://mail.example.com/?ignoreTLS=true' }, 'and nothing more'],
    [{ SHIMAKAZE_SMTP_URL: 'smtp://mail.example.com', SHIMAKAZE_MAIL_FROM: 'a@b\nBcc: c@d' }, 'SHIMAKAZE_MAIL_FROM'],
  ])('is refused with settings that are halved or wrong: %j', (env, words) => expect(refusal(env)).toContain(words))
})

describe('SMS', () => {
  it('starts with keys, a name and a template for every code', async () => {
    expect(refusal(await sms(aliyunSettings()))).toBe('')
    expect(refusal(await sms(tencentSettings(), production, 'tencent'))).toBe('')
    expect(messageSettings.of(readConfig(await sms(tencentSettings(), production, 'tencent'))).sms).toMatchObject({
      region: 'ap-guangzhou',
    })
  })

  it('names the code that binds WeChat where WeChat is open, and else does without', async () => {
    const wechat = {
      SHIMAKAZE_WECHAT_SETTINGS_FILE: await folder.write('wechat.json', {
        appId: 'wx0123456789abcdef',
        secret: 'hush-hush',
      }),
    }
    expect([refusal({ ...(await sms(aliyunSettings())), ...wechat }), refusal(await sms(aliyunSettings()))]).toEqual([
      expect.stringContaining('no template for bind'),
      '',
    ])
  })

  it('takes no WeChat settings that others can read, that lead elsewhere or have a typo, and repeats none of their secrets', async () => {
    const given = { appId: 'wx0123456789abcdef', secret: 'hush-hush' }
    const words = async (settings: object, mode?: number) =>
      refusal({
        ...production,
        SHIMAKAZE_WECHAT_SETTINGS_FILE: await folder.write(`wechat-${mode}.json`, settings, mode),
      })
    const all = [
      await words(given, 0o644),
      await words({ ...given, endpoint: 'http://127.0.0.1:9' }),
      await words({ ...given, secrte: 'hush-hush' }),
      await words({ ...given, appId: 'gh_1' }),
    ]
    expect(all).toEqual([
      expect.stringContaining('chmod 600'),
      expect.stringContaining('counterpart on this machine'),
      expect.stringContaining('secrte'),
      expect.stringContaining('begins with wx'),
    ])
    expect(all.join()).not.toContain('hush-hush')
  })

  it('names each code that nobody would get, in production', async () => {
    const { login: _, ...others } = templates
    const words = refusal(await sms(aliyunSettings({ templates: others })))
    expect(words).toMatch(/no template for login: nobody would get/)
    expect(refusal(await sms(aliyunSettings({ templates: others }), {}))).toBe('')
  })

  it.each([
    ['a text we do not have', { ...templates, logn: templates['login'] }, 'logn is no text of ours'],
    [
      'a parameter it does not have',
      { ...templates, login: { 'zh-CN': { code: 'SMS_1', params: ['code', 'account'] } } },
      'login has no account',
    ],
    [
      'a text without its code',
      { ...templates, login: { 'zh-CN': { code: 'SMS_1', params: ['minutes'] } } },
      'login is sent without its code',
    ],
    [
      'a language alone that is not Chinese',
      { ...templates, login: { en: { code: 'SMS_1', params: ['code'] } } },
      'templates.login.zh-CN',
    ],
  ])('refuses %s', async (_, given, words) =>
    expect(refusal(await sms(aliyunSettings({ templates: given })))).toContain(words),
  )

  it('takes templates of news, which nobody must map', async () => {
    expect(
      refusal(
        await sms(
          aliyunSettings({
            templates: { ...templates, 'news.captureFailed': { 'zh-CN': { code: 'SMS_9', params: ['number'] } } },
          }),
        ),
      ),
    ).toBe('')
  })

  it('refuses keys that others can read, in production, and says the command', async () => {
    const env = await sms(aliyunSettings())
    await chmod(env.SHIMAKAZE_SMS_SETTINGS_FILE, 0o644)
    expect(refusal(env)).toMatch(/others than its owner: chmod 600/)
    expect(refusal({ ...env, SHIMAKAZE_MODE: 'local' })).toBe('')
    await chmod(env.SHIMAKAZE_SMS_SETTINGS_FILE, 0o600)
  })

  it.each([
    ['a file that is not JSON', '{', 'is not JSON'],
    ['settings of another vendor', tencentSettings(), 'accessKeyId'],
    ['a setting nobody knows', { ...aliyunSettings(), sgnName: 'x' }, 'sgnName'],
    ['an address of somebody else', aliyunSettings({ endpoint: 'http://10.0.0.1' }), 'counterpart on this machine'],
    ['a counterpart in production', aliyunSettings({ endpoint: 'http://127.0.0.1:1' }), 'counterpart on this machine'],
  ])('refuses %s, and quotes no key', async (_, settings, words) => {
    const said = refusal(await sms(settings))
    expect(said).toContain(words)
    expect(said).not.toMatch(/secret-of-the-tests/)
  })

  it('refuses a file that is not there, or a vendor without one', () => {
    expect(refusal({ SHIMAKAZE_SMS: 'aliyun', SHIMAKAZE_SMS_SETTINGS_FILE: '/nowhere/sms.json' })).toContain(
      '/nowhere/sms.json cannot be read (ENOENT)',
    )
    expect(refusal({ SHIMAKAZE_SMS: 'aliyun' })).toContain('need each other')
  })
})

describe('npm run admin -- send-test-message', () => {
  it('has a vendor send a message, or says in its words why not', async () => {
    const vendor = await startAliyun(aliyunKey.accessKeyId, aliyunKey.accessKeySecret)
    const env = {
      SHIMAKAZE_DATA: `${folder.dir}/data`,
      ...(await sms(aliyunSettings({ endpoint: vendor.endpoint }), {})),
    }
    const send = (...args: string[]) => runProgram('admin', ['send-test-message', ...args], env)
    expect(await send('--to', '13812345678')).toMatchObject({
      code: 0,
      text: expect.stringContaining('The vendor took it: 900619746936498440^0') as string,
    })
    expect(vendor.taken).toMatchObject([{ phone: '13812345678', template: 'SMS_login' }])
    vendor.next.push({ code: 'isv.AMOUNT_NOT_ENOUGH', message: '账户余额不足' })
    expect(await send('--to', '13812345678')).toMatchObject({
      code: 1,
      text: expect.stringContaining('isv.AMOUNT_NOT_ENOUGH: 账户余额不足') as string,
    })
    expect(await send('--to', 'li.lei@example.com')).toMatchObject({
      code: 1,
      text: expect.stringContaining('SHIMAKAZE_SMTP_URL') as string,
    })
    expect(await send('--to', 'nobody')).toMatchObject({ code: 1, text: expect.stringContaining('neither') as string })
    await vendor.close()
  })
})
