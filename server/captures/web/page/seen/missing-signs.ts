import type { SignSet } from '../../../engine/browser/font-signs.ts'
import type { Session } from '../../../engine/sessions.ts'
import { evaluate, isolatedWorld } from '../page-world.ts'
import { ignoreStep } from '../open-page.ts'
import type { Run } from './layout/layout.ts'
import { DRAW_SIGNS } from './draw-signs.ts'
import type { Looker } from './walk/take-look.ts'

/** A sign that was on the screen as the box that stands for what no font has. */
export interface MissingSign {
  readonly text: string
  /** Times it was seen. */
  readonly count: number
}

/** Counts each sign that needs a font to be drawn. */
export function countSigns(runs: readonly Pick<Run, 'text'>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of runs)
    for (const sign of text) if (needsGlyph(sign)) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  return counts
}

const FIRST = 0x7f
/** Marks are drawn with their letter; the rest is not drawn, or stands for something else than a sign. */
const WITHOUT_GLYPH = /^[\p{M}\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\ufffc]$/u
const PRIVATE = /^\p{Co}$/u

const needsGlyph = (sign: string): boolean => sign.codePointAt(0)! >= FIRST && !WITHOUT_GLYPH.test(sign)

/** Page functions draw no more than this of one page. */
const MOST_DRAWN = 1_500

/** Those that no installed font has; all of them where nobody knows which fonts have what. */
export const chooseCandidates = (counts: ReadonlyMap<string, number>, known: SignSet | null): string[] =>
  [...counts.keys()].filter((sign) => !known?.has(sign.codePointAt(0)!)).slice(0, MOST_DRAWN)

/** Whether the page draws the box for it; null where no element that holds it was found. */
export type Drawn = Readonly<Record<string, { readonly isBox: boolean; readonly isFound: boolean }>>

/** Fonts of the page acquit; what could not be looked at is judged by installed fonts, and private signs not at all. */
export const judgeSigns = (
  candidates: readonly string[],
  drawn: Drawn,
  counts: ReadonlyMap<string, number>,
  isKnown: boolean,
): MissingSign[] =>
  candidates
    .filter((sign) => {
      const seen = drawn[sign]
      if (!seen) return isKnown && !PRIVATE.test(sign)
      return seen.isBox && (seen.isFound || !PRIVATE.test(sign))
    })
    .map((text) => ({ text, count: counts.get(text) ?? 0 }))

/** Signs of what was seen that the machine and the page's own fonts cannot draw. */
export async function findMissingSigns(
  looker: Looker,
  runs: readonly Pick<Run, 'text'>[],
  known: SignSet | null,
): Promise<MissingSign[]> {
  const counts = countSigns(runs)
  const candidates = chooseCandidates(counts, known)
  if (candidates.length === 0) return []
  const { page, watch, frameSessions } = looker.open
  let drawn = await drawIn(looker, page, watch.mainFrame, candidates)
  for (const frame of frameSessions()) {
    const left = candidates.filter((sign) => !drawn[sign]?.isFound)
    if (left.length === 0) break
    const inFrame = Object.entries(await drawIn(looker, frame, frame.targetId, left))
    drawn = { ...drawn, ...Object.fromEntries(inFrame.filter(([, { isFound }]) => isFound)) }
  }
  return judgeSigns(candidates, drawn, counts, known !== null)
}

async function drawIn(looker: Looker, session: Session, frameId: string, signs: readonly string[]): Promise<Drawn> {
  const draw = async () => {
    const world = await isolatedWorld(session, frameId)
    return evaluate<Drawn>(session, world, `(${DRAW_SIGNS})(${JSON.stringify(signs)})`)
  }
  return (await looker.step(draw()).catch(ignoreStep)) ?? {}
}
