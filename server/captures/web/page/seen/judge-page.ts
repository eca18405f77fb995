import type { Missing, PageCaution, PageNote } from '../../web-capture.ts'
import { areaOf } from './layout/box.ts'
import type { Found } from './inspect-page.ts'
import { countCharacters, type SeenRun } from './compare.ts'
import type { Measure } from './page-map.ts'

export interface Judged {
  readonly missing: readonly Missing[]
  readonly notes: readonly PageNote[]
  readonly cautions: readonly PageCaution[]
  readonly measure: Measure
  /** Runs that are in no picture. */
  readonly unpictured: readonly SeenRun[]
}

const LEAST_SHARE = 0.98
const MOST_RUNS = 3
/** Share of the window that a canvas or a film fills before it may hold text of its own. */
const PAINTED = 0.2

/** From so many signs, or such a share of all characters, a page's text cannot be read in its pictures. */
const MANY_SIGNS = 10
const SIGN_SHARE = 0.01
const LISTED_SIGNS = 12

/** Measures decide which parts a capture lacks, and which facts its readers should know. */
export function judgePage(found: Found): Judged {
  const { seen, kept, blocks } = found
  const lost = new Set(found.lost)
  const isHeld = (one: SeenRun): boolean => !lost.has(one) || kept.has(one.window)
  const unpictured = seen.filter((one) => !isHeld(one))
  const inAreas = found.areas.flatMap(({ windows }) => windows.flatMap(({ runs }) => runs))
  const characters = countCharacters([...seen.map(({ run }) => run), ...inAreas])
  const pictured = characters - countCharacters(unpictured.map(({ run }) => run))
  const share = characters === 0 ? 1 : pictured / characters
  const measure = {
    runs: seen.length + inAreas.length,
    characters,
    pictured,
    share: Math.round(share * 1e4) / 1e4,
    lost: unpictured.length,
    blocks: Math.round(blocks * 1e4) / 1e4,
  }
  const isLacking = share < LEAST_SHARE || unpictured.length >= MOST_RUNS
  return {
    unpictured,
    measure,
    missing: [
      ...walkMissing(found),
      ...looksMissing(found),
      ...areasMissing(found),
      ...(found.locked > 0 && !found.isBelowPictured
        ? [{ code: 'locked-unseen', params: { pixels: found.locked } } as const]
        : []),
      ...(isLacking
        ? [
            {
              code: 'text-unpictured',
              params: { runs: unpictured.length, share: Math.floor(share * 1000) / 10 },
            } as const,
          ]
        : []),
      ...(areManySigns(found, characters) ? [undrawnSigns(found)] : []),
    ],
    notes: notesOf(found),
    cautions: cautionsOf(found, characters),
  }
}

function walkMissing({ walk: { main }, kept }: Found): Missing[] {
  if (main.ended === 'end') return []
  if (main.ended === 'grows' || main.way === 'wheel')
    return [
      { code: 'goes-on', params: { windows: kept.size || main.windows.length, height: Math.round(main.reached) } },
    ]
  return [{ code: 'scroll-incomplete', params: { reached: Math.round(main.reached), height: Math.round(main.height) } }]
}

/** Windows of which nobody knows whether they were whole, and those that could not be kept. */
function looksMissing({ walk: { looker, main }, muchLost, unkept }: Found): Missing[] {
  const { element, document } = looker.pace.leftEarly
  if (element > 0 || (document > 0 && (muchLost || main.way !== 'document')))
    return [{ code: 'looks-incomplete', params: { reason: 'slow-answers' } }]
  return unkept > 0 ? [{ code: 'looks-incomplete', params: { reason: 'too-many-windows' } }] : []
}

function areasMissing({ areas, unwalked }: Found): Missing[] {
  const unseen = areas.filter(({ ended }) => ended !== 'end')
  const count = unseen.length + unwalked.length
  if (count === 0) return []
  const left = unwalked.map(({ width, height, box }) => Math.max(height - box.height, width - box.width))
  const pixels = [...unseen.map((one) => one.left), ...left].reduce((all, one) => all + one, 0)
  return [{ code: 'areas-unwalked', params: { areas: count, pixels: Math.round(pixels) } }]
}

function notesOf({ walk: { main, looker, first }, kept, muchLost, lost, areas, layouts }: Found): PageNote[] {
  const notes: PageNote[] = []
  if (main.way !== 'document') notes.push({ code: 'scrolls-inside', params: { windows: kept.size } })
  else if (muchLost && kept.size > 0)
    notes.push({ code: 'seen-in-windows', params: { windows: kept.size, parts: Math.max(1, lost.length) } })
  const pictured = areas.filter(({ windows }) => windows.length > 0)
  const windows = pictured.reduce((all, one) => all + one.windows.length, 0)
  if (pictured.length > 0) notes.push({ code: 'areas-in-windows', params: { areas: pictured.length, windows } })
  const painted = [first.layout, ...layouts].flatMap((layout) => layout.painted)
  if (painted.some((box) => areaOf(box) > areaOf(looker.window) * PAINTED))
    notes.push({ code: 'painted-text', params: {} })
  return notes
}

const areManySigns = ({ signs }: Found, characters: number): boolean =>
  signs.length >= MANY_SIGNS ||
  signs.reduce((all, { text, count }) => all + text.length * count, 0) > characters * SIGN_SHARE

function undrawnSigns({ signs }: Found) {
  const list = signs.slice(0, LISTED_SIGNS).map(({ text }) => text)
  if (signs.length > LISTED_SIGNS) list.push('…')
  return { code: 'signs-undrawn', params: { signs: signs.length, list: list.join(' ') } } as const
}

function cautionsOf(found: Found, characters: number): PageCaution[] {
  const { walk, groundDiffers, slides, signs } = found
  const { unread } = walk.looker
  const cautions: PageCaution[] = []
  if (found.oneColour) cautions.push({ code: 'one-colour', params: {} })
  if (slides > 0) cautions.push({ code: 'slides-unseen', params: { areas: slides } })
  if (found.locked > 0 && found.isBelowPictured) cautions.push({ code: 'locked', params: { pixels: found.locked } })
  if (walk.masked) cautions.push({ code: 'masked', params: {} })
  if (signs.length > 0 && !areManySigns(found, characters)) cautions.push(undrawnSigns(found))
  if (groundDiffers) cautions.push({ code: 'background-differs', params: {} })
  if (unread > 0) cautions.push({ code: 'text-unread', params: { windows: unread } })
  return cautions
}
