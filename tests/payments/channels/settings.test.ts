import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wechatPaySettings } from '../../../server/payments/channels/wechat/wechat-pay.settings.ts'
import { signatureHeaders } from '../../../server/sandbox/wechat-signatures.ts'
import { issueFor, newRoot } from '../../kit/vendors/certificates.ts'
import { failureOf, newKey, newNumber, requestOf, type Stage, startStage, verdictOf } from './kit.ts'

let stage: Stage
beforeAll(async () => void (stage = await startStage()))
afterAll(() => stage.close())

const pem = { format: 'pem', type: 'spki' } as const
const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ format: 'pem', type: 'pkcs8' })

test.each([
  ['no key of the vendor', { publicKeys: undefined }, 'give platformCertificates or publicKeys'],
  ['a key of the vendor under another name', { publicKeys: { '0123': 'x' } }, 'publicKeys'],
  ['a short key', { privateKey: short }, '2048 bits'],
  ['no key', { privateKey: 'secret-words' }, 'privateKey cannot be read'],
  ['no certificate', { platformCertificates: 'secret-words' }, 'platformCertificates cannot be read'],
  ['an APIv3 key of 31 bytes', { apiV3Key: 'x'.repeat(31) }, '32 bytes'],
  ['another kind of appid', { appId: '2021000000000001' }, 'begins with wx'],
  ['a typo', { privatKey: 'x' }, 'privatKey'],
  ['an endpoint elsewhere', { endpoint: 'http://pay.example' }, 'counterpart on this machine'],
])('WeChat Pay’s settings are refused with %s, without telling what is in them', async (_, more, words) => {
  await expect(stage.channels({ wechatPay: more })).rejects.toThrow(words)
  await expect(stage.channels({ wechatPay: more })).rejects.not.toThrow('secret-words')
})

test('the settings may not be read by others, nor lead to this machine, in production', async () => {
  const { endpoint: _, ...own } = stage.sandbox.settings.wechatPay as { endpoint: string }
  const read = async (settings: object, mode?: number) => {
    const path = await stage.folder.write(`prod-${newNumber()}.json`, settings, mode)
    return wechatPaySettings.check({ SHIMAKAZE_WECHAT_PAY_SETTINGS_FILE: path }).read(true)
  }
  expect(await read(own)).toMatchObject({ merchantId: '1900000001', endpoint: undefined })
  await expect(read(own, 0o640)).rejects.toThrow('chmod 600')
  await expect(read(stage.sandbox.settings.wechatPay)).rejects.toThrow('leave it out')
})

test('what signs for the vendor may be a certificate, and only while it is valid', async () => {
  const root = await newRoot('C=CN, O=Tenpay.com, CN=Test Root')
  const [good, ended] = [
    await issueFor(root, 'CN=Tenpay.com'),
    await issueFor(root, 'CN=Tenpay.com', new Date('2022-01-01')),
  ]
  const { wechat } = await stage.channels({
    wechatPay: { publicKeys: undefined, platformCertificates: `${good.pem}\n${ended.pem}` },
  })
  const vendor = stage.sandbox.wechat
  vendor.notices.mode = 'never'
  const request = requestOf()
  await stage.wechat.begin(request, 'qr')
  vendor.pay(request.number)
  const { body } = vendor.noticeOf({ number: request.number })
  const { X509Certificate } = await import('node:crypto')
  const by = ({ key, pem: text }: typeof good) => {
    const headers = signatureHeaders(vendor.keys, body, { at: new Date(), key })
    return { headers: { ...headers, 'wechatpay-serial': new X509Certificate(text).serialNumber }, body }
  }
  expect(verdictOf(wechat!, by(good))).toBe('taken')
  expect(verdictOf(wechat!, by(ended))).toBe('serial')
  expect(verdictOf(wechat!, vendor.noticeOf({ number: request.number }))).toBe('serial')
})

test('a platform with a merchant of its own takes its money there, and one without a channel has none', async () => {
  const own = newKey()
  const { endpoint: _, patience: __, ...wechatPay } = stage.sandbox.settings.wechatPay as Record<string, unknown>
  const { wechat } = await stage.channels(
    {
      wechatPay: {
        platforms: {
          other: { ...wechatPay, merchantId: '1900000002', publicKeys: { PUB_KEY_ID_9: own.publicKey.export(pem) } },
        },
      },
    },
    'other',
  )
  expect(await failureOf(wechat!.ask(newNumber()))).toMatchObject({ kind: 'untrusted', code: 'serial' })
  const both = await stage.channels()
  expect(Object.keys(both)).toEqual(['wechat', 'alipay'])
  expect(Object.keys(await stage.channels({ alipay: { payments: false } }))).toEqual(['wechat'])
  expect([both.wechat!.scenes, both.alipay!.scenes]).toEqual([
    ['qr', 'phone', 'in-app'],
    ['qr', 'page', 'phone'],
  ])
})
