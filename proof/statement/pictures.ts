import { isJsonObject, type Json } from './shape.ts'

/** A code, and what its words name. */
interface Told<Code extends string, Value> {
  code: Code
  params: { [name: string]: Value }
}

/** Names of numbers; `list` alone is a text. */
type Named = Readonly<Record<string, readonly string[]>>

const cautions = {
  /** The page shows one colour only. */
  'one-colour': [],
  /** Carousels have slides that were not on the screen. */
  'slides-unseen': ['areas'],
  /** Nobody can scroll: the rest is shown as in a taller window, which no visitor saw. */
  locked: ['pixels'],
  /** A dialog covers the page. */
  masked: [],
  /** Behind the whole-page picture lies another background than on the screen. */
  'background-differs': [],
  /** The page is so large that the text of some windows was not read: these were compared by their pixels alone. */
  'text-unread': ['windows'],
  /** No font has some signs: they are boxes in the pictures. */
  'signs-undrawn': ['signs', 'list'],
  /** The print holds less than half of the text, of which so many per cent. */
  'print-differs': ['share'],
} as const satisfies Named

const notes = {
  /** An element scrolls, and not the page: its picture is put together from windows. */
  'scrolls-inside': ['windows'],
  /** Parts are on the screen only while one looks at them. */
  'seen-in-windows': ['windows', 'parts'],
  /** Areas that scroll by themselves have pictures of their own. */
  'areas-in-windows': ['areas', 'windows'],
  /** Source and MHTML are of one moment, and hold so many per cent of the text that was seen. */
  'documents-hold-less': ['share'],
  /** MHTML of a heavy page leaves out what the archive holds byte for byte. */
  'mhtml-lightened': ['parts', 'megabytes'],
  /** Text that the page paints is in the picture only. */
  'painted-text': [],
} as const satisfies Named

/** A caution warns of what the pictures of a page show or lack. Words stand in `locales`, under `caution`. */
export type PictureCaution = Told<keyof typeof cautions, number | string>
/** A note says by which pictures a complete page is shown. Words stand in `locales`, under `note`. */
export type Note = Told<keyof typeof notes, number>

export const isPictureCaution = (told: { code: string }): told is PictureCaution => Object.hasOwn(cautions, told.code)

export const pictureCautions = (facts: { [key: string]: Json }): PictureCaution[] =>
  readTold<typeof cautions, number | string>(facts['cautions'], cautions)
export const pictureNotes = (facts: { [key: string]: Json }): Note[] =>
  readTold<typeof notes, number>(facts['notes'], notes)

/** Each known code once, with what belongs to it and nothing else. */
function readTold<N extends Named, Value>(list: Json | undefined, known: N): Told<keyof N & string, Value>[] {
  const found = new Map<string, Told<keyof N & string, Value>>()
  for (const item of Array.isArray(list) ? list : []) {
    const { code, params } = isJsonObject(item) ? item : {}
    if (typeof code !== 'string' || !Object.hasOwn(known, code) || found.has(code)) continue
    const given = isJsonObject(params) ? params : {}
    const values = known[code]!.map((name) => [name, given[name]] as const)
    if (values.every(([name, value]) => (name === 'list' ? isSigns(value) : isAmount(value))))
      found.set(code, { code, params: Object.fromEntries(values) as Record<string, Value> })
  }
  return [...found.values()]
}

const isAmount = (value: Json | undefined) => Number.isSafeInteger(value) && Number(value) >= 0

const MOST_SIGNS = 40
/** Few, whole, and none that steers what is around it. */
const isSigns = (value: Json | undefined) =>
  typeof value === 'string' &&
  value.length > 0 &&
  value.length <= MOST_SIGNS * 2 &&
  [...value].length <= MOST_SIGNS &&
  value.isWellFormed() &&
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)
