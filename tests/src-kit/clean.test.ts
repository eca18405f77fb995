import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { InviteCode } from '../../contract/accounts/invitations.ts'
import { MailAddress } from '../../contract/kit/fields.ts'
import { SmsAnswer } from '../../contract/accounts/session.ts'
import { TotpCode } from '../../contract/accounts/phone.ts'
import { DivisionCode } from '../../contract/addresses/divisions.ts'
import { AddressBody } from '../../contract/addresses/addresses.ts'
import { deliveryCalls } from '../../contract/certificates/delivery.ts'
import { HeaderBody } from '../../contract/invoices/headers.ts'
import { IssueBody } from '../../contract/invoices/staff-invoices.ts'
import { addressOf, bareText, doubtOf, hexOf, phoneOf, takenOf } from '../../contract/kit/typed/clean.ts'
import { problemsOf } from '../../contract/kit/issues.ts'
import { AnyPhone, Phone, PreservationNumber, Sha256, Sm3, WebAddress } from '../../contract/kit/fields.ts'
import { parseMoney } from '../../contract/kit/typed/money.ts'
import { CreditCode, ResidentId } from '../../contract/real-name/certify.ts'
import { KeyBody } from '../../contract/open-api/keys.ts'

const digest = 'ab'.repeat(32)
const wide = (text: string) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const code = SmsAnswer.code
const anos = deliveryCalls.bundle.query.shape.anos

/** Signs that nobody sees, as WeChat, Word, Windows and web pages put them around and into what is copied. */
const unseen = ['\u200b', '\ufeff', '\u00ad', '\u202a', '\u202c', '\u200e', '\u2060', '\u200d']
const blanks = ['\u00a0', '\u3000', '\t']

describe('what can only be ASCII', () => {
  const fields: [string, z.ZodType, string][] = [
    ['a mobile number', Phone, '13800138000'],
    ['any phone', AnyPhone, '01088887777'],
    ['a mail address', MailAddress, 'someone@example.com'],
    ['a SHA-256', Sha256, digest],
    ['an SM3', Sm3, digest],
    ['a number of evidence', PreservationNumber, '123456789012345678'],
    ['a number of identity', ResidentId, '11010519491231002X'],
    ['a number of a company', CreditCode, '91350100M000100Y43'],
    ['a code that was sent', code, '123456'],
    ['a code of an authenticator', TotpCode, '123456'],
    ['a code of an invitation', InviteCode, '2345WXYZ'],
    ['a code of a place', DivisionCode, '110105'],
    ['a postcode', AddressBody.shape.postcode, '100000'],
    ['a number of taxes', HeaderBody.shape.taxNo, '91350100M000100Y43'],
    ['an account at a bank', HeaderBody.shape.account, '622200001111'],
    ['a number of an invoice', IssueBody.shape.invoiceNumber, '12345678'],
    ['a network', KeyBody.shape.ips, '10.0.0.0/8'],
  ]
  const plain = (of: z.ZodType, text: string) => of.parse(text)

  it.each(fields)('%s is the same in full widths', (_, of, text) =>
    expect(plain(of, wide(text))).toEqual(plain(of, text)),
  )
  it.each(fields)('%s is the same with signs that nobody sees', (_, of, text) => {
    // A blank within a mail address may stand for a dot.
    for (const sign of of === MailAddress ? unseen : [...unseen, ...blanks])
      expect([sign, plain(of, `${sign}${text.slice(0, 3)}${sign}${text.slice(3)}${sign}`)]).toEqual([
        sign,
        plain(of, text),
      ])
  })
  // The service knows what those two must be.
  const judged = fields.filter(([name]) => !['a code of an authenticator', 'a number of an invoice'].includes(name))
  it.each(judged)('%s keeps what it does not know, and is refused', (_, of, text) => {
    for (const sign of ['一', 'О', '¹', '①', '🙂'])
      expect([sign, of.safeParse(`${text.slice(0, 3)}${sign}${text.slice(3)}`).success]).toEqual([sign, false])
  })

  it.each([
    [Phone, '138 0013 8000', '13800138000'],
    [Phone, '138-0013-8000', '13800138000'],
    [Phone, '138–0013—8000', '13800138000'],
    [Phone, '138.0013.8000', '13800138000'],
    [Phone, '+86 138 0013 8000', '13800138000'],
    [Phone, '+86 (0)138 0013 8000', '13800138000'],
    [Phone, '+86-13800138000', '13800138000'],
    [Phone, '0086 13800138000', '13800138000'],
    [Phone, '8613800138000', '13800138000'],
    [Phone, '(+86)13800138000', '13800138000'],
    [AnyPhone, '+86 10 8888 7777', '01088887777'],
    [AnyPhone, '+86-21-88887777', '021-88887777'],
    [AnyPhone, '+86 (0)571 8888 7777', '057188887777'],
    [AnyPhone, '010-8888-7777', '010-88887777'],
    [AnyPhone, '010.8888.7777', '01088887777'],
    [AnyPhone, '010-88887777-123', '010-88887777-123'],
    [AnyPhone, '400-820-1234', '400-820-1234'],
    [AnyPhone, '+86 400 820 1234', '4008201234'],
    [Sha256, `0x${digest.toUpperCase()}`, digest],
    [Sha256, digest.match(/../g)!.join(':'), digest],
    [Sha256, digest.match(/.{8}/g)!.join(' '), digest],
    [Sha256, digest.match(/.{16}/g)!.join('-'), digest],
    [PreservationNumber, '1234 5678 9012 3456 78', '123456789012345678'],
    [ResidentId, '110105-19491231-002x', '11010519491231002X'],
    [HeaderBody.shape.taxNo, '9135 0100 M000 100Y 43', '91350100M000100Y43'],
    [HeaderBody.shape.account, '6222‑0000‑1111', '6222-0000-1111'],
    [code, '123 456', '123456'],
    [code, '123-456', '123456'],
    [anos, '１２３４５６７８９０１２３４５６７８，223456789012345678', ['123456789012345678', '223456789012345678']],
  ] as [z.ZodType, string, unknown][])('%# %s is taken as it is dialled, paid or compared', (of, typed, taken) =>
    expect(of.parse(typed)).toEqual(taken),
  )

  it.each([
    [Phone, '13800138000/13900139000', 'phone'],
    [Phone, '+852 13800138000', 'phone'],
    // Numbers of North America, which are somebody's mobile here when their groups are taken away.
    [Phone, '1 (415) 555-2671', 'phone'],
    [Phone, '1-381-234-5678', 'phone'],
    [Phone, '13800138000转1', 'phone'],
    [AnyPhone, '88887777', 'anyPhone'],
    [MailAddress, 'li lei@example.com', 'format.email'],
    [Sha256, `${digest}  file.pdf`, 'hash'],
    [Sha256, digest.slice(2), 'hash'],
    [ResidentId, '110105194912310O2X', 'idNumber'],
    [code, '-123456', 'smsCode'],
    [PreservationNumber, '-123456789012345678', 'format.text'],
  ] as [z.ZodType, string, string][])('%# %s is not guessed at', (of, typed, key) => {
    const { error } = of.safeParse(typed)
    expect(problemsOf(error!).map((p) => p.key)).toEqual([key])
  })

  it('is money too', () =>
    expect(['￥１，２３４．５０', '\u200b12.30\u00a0元', '−5'].map(parseMoney)).toEqual([
      { fen: 123_450 },
      { fen: 1_230 },
      { fen: -500 },
    ]))

  it('is cleaned once: what was taken is taken again', () => {
    for (const [, of, text] of fields) expect(of.parse(of.parse(wide(text)))).toEqual(of.parse(text))
    for (const clean of [bareText, hexOf, phoneOf, addressOf]) expect(clean('')).toBe('')
  })

  it('is told as it was taken, but for blanks around it', () =>
    expect([takenOf(' 138 0013 8000', phoneOf), takenOf(' 13800138000\n', phoneOf)]).toEqual([
      '13800138000',
      undefined,
    ]))
})

describe('the address of a page', () => {
  it.each([
    ['https://example.com/p/1\u200b', 'https://example.com/p/1'],
    ['\u202ahttps://example.com/p/2', 'https://example.com/p/2'],
    ['https://example.com/p\ufeff/3\u00a0', 'https://example.com/p/3'],
    ['https://exa\u00admple.com/a\u2060b', 'https://example.com/ab'],
    ['https://example.com/\u200d', 'https://example.com/'],
    ['ｈｔｔｐｓ：／／example.com/5', 'https://example.com/5'],
    [wide('https://example.com/a?b=c&d=e#f'), 'https://example.com/a?b=c&d=e#f'],
    ['https：//example．com：8443／商品', 'https://example.com:8443/商品'],
    ['https://ｅｘａｍｐｌｅ.com/', 'https://example.com/'],
    ['https://fa.wikipedia.org/wiki/می\u200cخواهم', 'https://fa.wikipedia.org/wiki/می\u200cخواهم'],
    ['https://例子.中国/商品（一）', 'https://例子.中国/商品（一）'],
    ['https://example.com/👩\u200d⚖\ufe0f', 'https://example.com/👩\u200d⚖\ufe0f'],
    ['https://example.com/a b', 'https://example.com/a b'],
    ['https://example.com/🏴\u{e0067}\u{e0062}\u{e007f}', 'https://example.com/🏴\u{e0067}\u{e0062}\u{e007f}'],
    ['https://example.com/ㅤ\u034f\u180e', 'https://example.com/ㅤ\u034f\u180e'],
  ])('%j is taken as %j', (typed, taken) =>
    expect([addressOf(typed), doubtOf(addressOf(typed))]).toEqual([taken, undefined]),
  )
  it.each([
    ['https://example.com/6，', 'url-ends', '，'],
    ['https://example.com，', 'url-ends', '，'],
    ['https://example.com/6。', 'url-ends', '。'],
    ['https://example.com/a）', 'url-ends', '）'],
    ['https://example.com/为什么？', 'url-ends', '？'],
    ['https://example.com/item?id=１２３', 'url-wide', '１'],
    ['https://example.com/a／b', 'url-wide', '／'],
  ])('%j may be read in two ways, and is asked back', (typed, key, sign) => {
    expect(doubtOf(addressOf(typed))).toEqual({ key, sign })
    const { error } = WebAddress(2_000).safeParse(typed)
    expect(problemsOf(error!)).toEqual([{ path: '', key: `url.${key}`, params: { sign } }])
  })
  it.each(['ftp://example.com/', 'example.com', ''])('%j is none', (typed) =>
    expect(WebAddress(2_000).safeParse(typed).success).toBe(false),
  )
})
