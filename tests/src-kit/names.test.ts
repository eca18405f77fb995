import { describe, expect, it } from 'vitest'
import { operations } from '../../contract/open-api/operations.ts'
import { StartWebCaptures } from '../../contract/captures/web.ts'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { problemsOf } from '../../contract/kit/issues.ts'
import { PlainName } from '../../contract/kit/fields.ts'
import { comparedName, plainText, withOneDot } from '../../contract/kit/typed/names.ts'
import { DepositFiles, DepositHash, plainName } from '../../contract/registry/deposits.ts'
import { DepositWork } from '../../contract/registry/works.ts'
import { PersonsName } from '../../contract/real-name/certify.ts'
import { plainName as storedName } from '../../server/kit/files/plain-name.ts'

const names = {
  captures: StartWebCaptures.shape.evidenceName,
  files: DepositFiles.shape.evidenceName,
  hashes: DepositHash.shape.evidenceName,
  works: DepositWork.shape.title,
  'works’ authors': DepositWork.shape.author,
  'evidence that is renamed': evidenceCalls.update.body.shape.evidenceName,
  'captures of programs': operations['capture-url'].payload.shape.name,
  'deposits of programs': operations['deposit-file'].payload.shape.name,
}

describe.each(Object.entries(names))('the name of %s', (_, name) => {
  it.each(['中国\u202egnp.exe', '合同\u200b', 'a\u2066b', 'a\nb', 'a\u0000b', '\u00ad合同', '\u200d\u200c', '\u3164'])(
    'may not be %j',
    (text) => {
      const { error } = name.safeParse(text)
      expect(problemsOf(error!).map((p) => p.key)).toEqual(['posing'])
    },
  )
  it.each(['👨\u200d👩\u200d👧 一家', 'می\u200cخواهم', 'क्\u200dष', '🎉', '合同 2026', '葛\u{e0100}飾', 'e\u0301'])(
    'may be %j',
    (text) => expect(name.parse(text)).toBe(text),
  )
})

describe('the name of a file', () => {
  it.each([
    ['中国\u202egnp.exe', '中国gnp.exe'],
    ['C:\\dir\\报告\u200b 2026.txt', '报告 2026.txt'],
    ['👩\u200d⚖️.pdf', '👩\u200d⚖️.pdf'],
    ['می\u200cخواهم.txt', 'می\u200cخواهم.txt'],
    ['\u200d', ''],
  ])('%j is kept as %j', (given, kept) => expect(plainName(given)).toBe(kept))
  it('that is stored says its kind, and joins what it joined', () =>
    expect(storedName('👩\u200d⚖️\u202e.exe', 'image/png')).toBe('👩\u200d⚖️.png'))
})

describe('the name of a person', () => {
  const one = '阿卜杜拉·买买提'
  it.each(['·', '•', '‧', '∙', '⋅', '・', '･', '․', '．', '.', ' · ', '··'])('is the same with %j between', (dot) =>
    expect(PersonsName.parse(`阿卜杜拉${dot}买买提`)).toBe(one),
  )
  it.each(['·', '•', '‧', '∙', '⋅', '・', '･'])('is the same with %j where an account is called so', (dot) => {
    expect(PlainName.parse(`阿卜杜拉${dot}买买提`)).toBe(one)
    expect(comparedName(` 阿卜杜拉${dot} 买买提\u200b`)).toBe(comparedName(one))
  })
  it('is the same to people in capitals, in full widths, and with blanks and joiners within', () => {
    for (const written of ['ACME Fire', 'acme  fire', 'ＡＣＭＥ　Ｆｉｒｅ', 'acme\u200c\u200dfire'])
      expect([written, comparedName(written)]).toEqual([written, 'acmefire'])
  })
  it('keeps dots that are others: of Japanese, of addresses, of abbreviations', () => {
    expect(withOneDot('アクセス・ジャパン')).toBe('アクセス・ジャパン')
    expect(PlainName.parse('Example.com Ltd.')).toBe('Example.com Ltd.')
  })
  it('is told from another by its signs alone', () =>
    expect([plainText('a\u200db'), plainText('a\u200cb'), plainText('a\u200eb')]).toEqual([true, true, false]))
})
