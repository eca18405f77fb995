import { describe, expect, it } from 'vitest'
import { maskMail, maskName, maskPhone } from '../../contract/kit/mask.ts'
import { shanghaiDay, shanghaiText, shanghaiTime } from '../../contract/kit/shanghai-time.ts'
import { sheetText } from '../../contract/kit/sheet-text.ts'
import { OptionalSlipNumber, SlipNumber, slipNumber } from '../../contract/payments/slip-number.ts'

describe('what strangers read', () => {
  it.each([
    ['13800138000', '138****8000'],
    ['021-88887777', '021****7777'],
    ['', ''],
    ['bound elsewhere 1', ''],
  ])('of the phone %j is %j', (phone, masked) => expect(maskPhone(phone)).toBe(masked))
  it.each([
    ['张', 'personal', '张*'],
    ['张三', 'personal', '张*'],
    ['欧阳小雨', 'personal', '欧***'],
    ['Alexander the Great', 'personal', 'A******'],
    ['𠮷野', 'personal', '𠮷*'],
    ['店', 'enterprise', '店*'],
    ['小店', 'enterprise', '小*'],
    ['风岛公司', 'enterprise', '风***'],
    ['风岛分公司', 'enterprise', '风岛****公司'],
    ['𠮷野文化有限公司', 'enterprise', '𠮷野****公司'],
  ] as const)('of the name %s of a %s account is %s', (name, kind, masked) => expect(maskName(name, kind)).toBe(masked))
  it.each([
    ['someone@example.com', 'so****@example.com'],
    ['abc@example.com', 'ab****@example.com'],
    ['ab@example.com', 'a****@example.com'],
    ['a@example.com', 'a****@example.com'],
    ['"a@b"@example.com', '"a****@example.com'],
  ])('of the mail address %s is %s', (mail, masked) => expect(maskMail(mail)).toBe(masked))
})

describe('a time of Shanghai', () => {
  it.each([
    ['2026-11-30T15:59:59.999Z', '2026-11-30', '23:59:59'],
    ['2026-11-30T16:00:00Z', '2026-12-01', '00:00:00'],
    ['2026-12-31T16:00:01Z', '2027-01-01', '00:00:01'],
    ['2026-12-01T00:00:00Z', '2026-12-01', '08:00:00'],
  ])('%s is the day %s and the time %s', (iso, day, time) => {
    expect(shanghaiDay(new Date(iso))).toBe(day)
    expect(shanghaiText(new Date(iso))).toBe(`${day} ${time}`)
    expect(shanghaiTime(iso)).toBe(`${day} ${time} (UTC+8)`)
  })
})

describe('the text of a cell', () => {
  it('is what was written, as far as sheets hold it', () => {
    expect(sheetText('证据')).toBe('证据')
    expect(sheetText('a'.repeat(40_000))).toHaveLength(32_767)
  })
  it('is no escape of the format where it looks like one', () => {
    expect(sheetText('_x000D_ and _xZZZZ_')).toBe('_x005F_x000D_ and _xZZZZ_')
    expect(sheetText('_x00aF__x000a_')).toBe('_x005F_x00aF__x005F_x000a_')
    expect(sheetText('_x00A_ x000A_')).toBe('_x00A_ x000A_')
  })
  it('is looked up in no object', () => {
    expect(sheetText('constructor')).toBe('constructor\0')
    expect(sheetText('constructors')).toBe('constructors')
  })
})

describe("a bank's number of a transfer", () => {
  it.each([
    [' ab 12 ', 'AB12'],
    ['ＡＢ１２', 'AB12'],
    ['ab\u200b12\ufeff', 'AB12'],
    ['ab\u000712', 'AB12'],
    ['a\u0335b12', 'AB12'],
    ['A-12', 'A-12'],
  ])('%j is %s', (text, number) => expect(slipNumber(text)).toBe(number))
  it('is taken from a field in one spelling', () => {
    for (const Field of [SlipNumber, OptionalSlipNumber]) expect(Field.parse(' ａb 12 ')).toBe('AB12')
  })
  it('is needed where it is asked for, and none elsewhere', () => {
    for (const blank of ['', '  ']) {
      expect(SlipNumber.safeParse(blank).success).toBe(false)
      expect(OptionalSlipNumber.parse(blank)).toBeNull()
    }
    expect(OptionalSlipNumber.parse(undefined)).toBeNull()
    expect(OptionalSlipNumber.parse(null)).toBeNull()
  })
  it('has sixty signs at most', () => {
    for (const Field of [SlipNumber, OptionalSlipNumber]) {
      expect(Field.parse('1'.repeat(60))).toHaveLength(60)
      expect(Field.safeParse('1'.repeat(61)).success).toBe(false)
      // One sign that is written as three.
      expect(Field.safeParse('1'.repeat(58) + '㏂').success).toBe(false)
    }
  })
})
