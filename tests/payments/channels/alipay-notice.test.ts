import type { KeyObject } from 'node:crypto'
import { expect, it } from 'vitest'
import type { AlipayApp } from '../../../server/kit/alipay/alipay.settings.ts'
import { readCertificates } from '../../../server/kit/alipay/certificates.ts'
import { readAlipayNotice } from '../../../server/kit/alipay/notice.ts'
import { signedText, signText } from '../../../server/kit/alipay/signing.ts'
import { issueFor, newRoot } from '../../kit/vendors/certificates.ts'

const fields = { out_trade_no: '202611290001', total_amount: '123.45', trade_status: 'TRADE_SUCCESS' }

function noticeBy(key: KeyObject): Buffer {
  const sign = signText(signedText(fields), key)
  return Buffer.from(new URLSearchParams({ ...fields, sign, sign_type: 'RSA2' }).toString())
}

it('a notice is believed by certificates of the vendor that are valid at that moment, and by no other one', async () => {
  const root = await newRoot('C=CN, O=Alipay, CN=Test Root')
  const [ended, good] = [
    await issueFor(root, 'CN=Alipay', new Date('2026-11-28T00:00:00Z')),
    await issueFor(root, 'CN=Alipay'),
  ]
  const own = await issueFor(root, 'CN=app')
  const vendor = readCertificates(own.pem, `${ended.pem}\n${good.pem}`, root.pem)
  const app = { vendor } as AlipayApp
  const [before, after] = [new Date('2026-11-27T23:59:00Z'), new Date('2026-11-28T00:01:00Z')]
  expect(readAlipayNotice(app, noticeBy(ended.key), before)).toEqual(fields)
  expect(readAlipayNotice(app, noticeBy(ended.key), after)).toBeUndefined()
  for (const now of [before, after]) expect(readAlipayNotice(app, noticeBy(good.key), now)).toEqual(fields)
  expect(readAlipayNotice(app, noticeBy(good.key), new Date('2036-01-02T00:00:00Z'))).toBeUndefined()
})
