import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CAPTURE_STEPS } from '../../server/captures/web/web-capture.ts'

type Words = Record<
  'step' | 'failure' | 'missing' | 'note' | 'caution' | 'environment' | 'fault',
  Record<string, unknown>
>

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const words = (language: string): Words => JSON.parse(read(`locales/${language}/captures.json`)) as Words
const proofWords = (language: string) =>
  JSON.parse(read(`locales/${language}/proof.json`)) as { detail: { picture: Record<string, string> } }

/** The members of a union of string literals, as they stand in the source. */
function union(path: string, name: string): string[] {
  const source = read(path)
  const declaration = source.slice(source.indexOf(`export type ${name} =`)).split('\n\n', 1)[0] ?? ''
  return [...declaration.matchAll(/[|=] '([a-z-]+)'/g)].map(([, member]) => member ?? '')
}

const noteCodes = union('server/captures/web/web-capture.ts', 'NoteCode')
const cautionCodes = union('server/captures/web/web-capture.ts', 'CautionCode')

const sources = ['server/captures/engine', 'server/captures/web'].flatMap((folder) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
)
const environmentCodes = sources.flatMap((path) =>
  [...read(path).matchAll(/\bitem\('([a-z-]+)'/g)].map(([, code]) => code ?? ''),
)

describe.each(['zh-CN', 'en'])('words in %s', (language) => {
  it('exist for every code, and for no other', () => {
    const { step, failure, missing, note, caution, environment, fault } = words(language)
    expect(Object.keys(step).toSorted()).toEqual(
      // Before and after the browser's own, and while there is no store.
      ['waiting', 'starting', ...CAPTURE_STEPS, 'storing', 'sealing'].toSorted(),
    )
    expect(Object.keys(failure).toSorted()).toEqual(
      [
        ...union('server/captures/engine/engine-error.ts', 'FailureCode'),
        'no-time-stamps',
        'storage-full',
        'storage-failed',
        'part-away',
        'internal',
      ].toSorted(),
    )
    expect(Object.keys(missing).toSorted()).toEqual(
      union('server/captures/web/web-capture.ts', 'MissingCode').toSorted(),
    )
    expect(Object.keys(note).toSorted()).toEqual(noteCodes.toSorted())
    expect(Object.keys(caution).toSorted()).toEqual(['page-status', 'requests-failed', ...cautionCodes].toSorted())
    expect(Object.keys(proofWords(language).detail.picture).toSorted()).toEqual(
      [...noteCodes, ...cautionCodes].toSorted(),
    )
    expect(Object.keys(fault).toSorted()).toEqual(
      union('server/captures/web/web-capture.ts', 'RequestFault').toSorted(),
    )
    expect(Object.keys(environment).toSorted()).toEqual([...new Set(environmentCodes), 'verdict'].toSorted())
  })

  it('send whoever looks for the rest of a wide page to the windows as well as to the archive', () => {
    const wide = String(words(language).missing['page-wide'])
    for (const part of language === 'en' ? ['archive', 'windows as seen'] : ['归档', '逐屏截图'])
      expect(wide).toContain(part)
  })

  it('name the same numbers wherever a note or a caution is told', () => {
    const { note, caution } = words(language)
    const named = (text: unknown) => [...String(text).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).toSorted()
    for (const [code, text] of Object.entries(proofWords(language).detail.picture))
      expect([code, ...named(text)]).toEqual([code, ...named(note[code] ?? caution[code])])
  })
})
