import type { Screenshot } from '../screenshot.ts'
import { settledWords } from '../settled-words.ts'
import { roundBox } from './layout/box.ts'
import { keyOf, wordsOf } from './compare.ts'
import { contrastOf, DRAWN_LEVELS } from './ink/ink.ts'
import type { Found } from './inspect-page.ts'
import { composeWindows } from './compose.ts'
import type { Judged } from './judge-page.ts'
import type { Run } from './layout/layout.ts'
import type { MapArea, PageMap, SeenWindow } from './page-map.ts'
import type { Shot } from './walk/take-look.ts'
import type { AreaWalk } from './walk/walk-areas.ts'
import { takesAway } from './walk/walk-main.ts'

interface Picture {
  readonly path: string
  readonly shot: Shot
}

interface Described {
  readonly map: PageMap
  /** Lines of `text-seen.jsonl`. */
  readonly texts: string
  readonly pictures: readonly Picture[]
  readonly words: readonly string[]
  /** Those of them that no others followed at their place. */
  readonly settled: readonly string[]
}

const MAX_LOST = 100
const MAX_SIGNS = 100
const MAX_TEXT_BYTES = 8 * 1024 * 1024
const TALLER = 'screenshot/taller-window.png'
const four = (number: number) => String(number).padStart(4, '0')

/** The record of what was seen, with the pictures that it names. */
export async function describePage(
  found: Found,
  { measure, unpictured }: Judged,
  screenshot: Screenshot,
): Promise<Described> {
  const { walk, taller } = found
  const { device, window, scale } = walk.looker
  const { width, height } = window
  const pictures: Picture[] = []
  const main = describeMain(found, pictures)
  const areas = await Promise.all(found.areas.map((area, index) => describeArea(area, index, scale, pictures)))
  if (taller) pictures.push({ path: TALLER, shot: taller.shot })
  const tallWidth = screenshot.tiles[0]?.width
  const tallHeight = screenshot.tiles.reduce((sum, tile) => sum + tile.height, 0)
  const now = found.layouts.at(-1)?.runs ?? []
  const map: PageMap = {
    version: 1,
    window: { width, height, scale },
    tall: tallWidth === undefined ? null : { width: tallWidth, height: tallHeight },
    main,
    areas,
    taller: taller && { path: TALLER, width: device.width * device.scale, height: taller.height * device.scale },
    measure,
    lost: unpictured.slice(0, MAX_LOST).map(({ run, window }) => ({ text: run.text, window })),
    signs: found.signs.slice(0, MAX_SIGNS).map(({ text, count }) => ({ sign: nameSign(text), text, count })),
    unseen: {
      hidden: now.filter(({ sight }) => sight === 'hidden').length,
      offPage: now.filter(({ sight }) => sight === 'off-page').length,
    },
  }
  const { texts, runs } = describeTexts(found, new Set(unpictured.map(({ run }) => run)), map)
  return { map, texts, pictures, words: runs.map(({ text }) => text), settled: settledWords(runs, now) }
}

const nameSign = (sign: string): string => `U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

function describeMain({ walk, kept, inks }: Found, pictures: Picture[]): PageMap['main'] {
  const { way, main, windows, upward } = walk.main
  const described: SeenWindow[] = windows.map(({ look: { at, shot }, place }, index) => {
    const path = kept.has(index) ? `screenshot/window-${four(index + 1)}.png` : null
    if (path) pictures.push({ path, shot })
    return seenWindow(path, at, place)
  })
  const isWhole =
    windows.length > 1 && windows.every(({ isKept }, index) => !isKept || kept.has(index)) && kept.size > 0
  const isScaled = main?.way === 'element' && main.scroller.scaled
  const composed =
    isWhole && !isScaled && !takesAway(walk.main)
      ? composeWindows(
          windows.flatMap((one, index) => (one.isKept ? [{ ...one, ink: inks[index]! }] : [])),
          walk.looker.window,
          walk.looker.scale,
          upward,
        )
      : null
  return { way, box: roundBox(windows[0]!.box), windows: described, composed }
}

const seenWindow = (
  path: string | null,
  at: string,
  { x, y, insets }: { x: number; y: number; insets: SeenWindow['insets'] },
): SeenWindow => ({
  path,
  at,
  x: Math.round(x),
  y: Math.round(y),
  insets,
})

async function describeArea(
  { scroller, box, windows, ended, upward, left, isSlides }: AreaWalk,
  index: number,
  scale: number,
  pictures: Picture[],
): Promise<MapArea> {
  const described = windows.map(({ at, shot, place }, number) => {
    const path = `screenshot/area-${String(index + 1).padStart(2, '0')}-${four(number + 1)}.png`
    pictures.push({ path, shot })
    return seenWindow(path, at, place)
  })
  const inner = { x: 0, y: 0, width: box.width, height: box.height }
  const boxed = await Promise.all(windows.map(async ({ place, ink }) => ({ place, box: inner, ink: await ink })))
  return {
    place: scroller.name.toLowerCase(),
    box,
    windows: described,
    composed: isSlides || scroller.scaled ? null : composeWindows(boxed, inner, scale, upward),
    whole: ended === 'end',
    left,
  }
}

interface SeenText {
  readonly text: string
  readonly window: number
  readonly run: Run
  readonly area: number | null
}

/** Each run of text once, in the order in which it was on the screen. */
function describeTexts(found: Found, lacking: ReadonlySet<Run>, map: PageMap): { texts: string; runs: Run[] } {
  const lines: SeenText[] = found.seen.map(({ run, window }) => ({
    text: run.text,
    window: window + 1,
    run,
    area: null,
  }))
  const known = new Set(found.seen.map(({ run }) => keyOf(run)))
  found.areas.forEach(({ windows }, area) =>
    windows.forEach(({ runs }, window) => {
      for (const run of runs) {
        if (known.has(keyOf(run))) continue
        known.add(keyOf(run))
        lines.push({ text: run.text, window: window + 1, run, area: area + 1 })
      }
    }),
  )
  for (const run of picturedBeside(found)) {
    if (known.has(keyOf(run))) continue
    known.add(keyOf(run))
    lines.push({ text: run.text, window: 0, run, area: null })
  }
  const pictured = found.tall && wordsOf(found.tall)
  const holderOf = ({ text, window, run, area }: SeenText): string | null => {
    if (lacking.has(run)) return null
    const kind = pictureOf(area, window, map)
    if (kind !== 'tall' || window === 0) return kind
    return pictured === null ? 'unchecked' : pictured.has(text) ? kind : 'changed'
  }
  let bytes = 0
  const texts: string[] = []
  for (const one of lines) {
    const { text, window, run, area } = one
    const [x, y] = [Math.round(run.box.x), Math.round(run.box.y)]
    const line = `${JSON.stringify({ text, window, ...(area === null ? {} : { area }), x, y, in: holderOf(one) })}\n`
    bytes += Buffer.byteLength(line)
    if (bytes > MAX_TEXT_BYTES) break
    texts.push(line)
  }
  return { texts: texts.join(''), runs: lines.map(({ run }) => run) }
}

/** Runs that were in no window, and are drawn in the whole-page picture or in the taller window. */
function picturedBeside({ layouts, tall, taller, walk }: Found): Run[] {
  const isTall = ({ fixed, place, box }: Run) =>
    tall !== null && !fixed && contrastOf(tall.ink, { ...box, x: place.x - tall.left, y: place.y }) >= DRAWN_LEVELS
  const isDocument = walk.main.way === 'document'
  return (layouts.at(-1)?.runs ?? []).filter(
    (run) => (run.sight === 'beside' && isDocument && isTall(run)) || (run.sight === 'locked' && taller !== null),
  )
}

/** The kind of picture that holds it. */
function pictureOf(area: number | null, window: number, { main, taller, tall }: PageMap): string | null {
  if (area !== null) return 'area'
  if (window === 0) return taller ? 'taller' : tall ? 'tall' : null
  if (main.way !== 'document') return 'window'
  return main.windows[window - 1]?.path ? 'window' : tall ? 'tall' : null
}
