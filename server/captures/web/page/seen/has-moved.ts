import type { InkedLook } from './compare.ts'
import type { Layout } from './layout/layout.ts'

/** So many lines, and so large a part of those of two windows, stand that far from where they stood. */
const MOVED = { runs: 3, share: 1 / 3, px: 64 }

/** Whether content went to another place of the page between two windows: what took its place is other content then, and no text that changed. */
export function hasMoved(looks: readonly Pick<InkedLook, 'layout'>[]): boolean {
  const places = looks.map(({ layout }) => placesOf(layout))
  return places.some((now, at) => {
    const before = places[at - 1]
    const both = [...now].flatMap(([text, y]) =>
      y !== null && before?.get(text) != null ? [y - before.get(text)!] : [],
    )
    const moved = both.filter((by) => Math.abs(by) > MOVED.px).length
    return moved >= MOVED.runs && moved > both.length * MOVED.share
  })
}

/** Rows of the page at which words stand; null where they stand more than once. */
function placesOf(layout: Layout | null): Map<string, number | null> {
  const places = new Map<string, number | null>()
  for (const { text, sight, fixed, place } of layout?.runs ?? [])
    if (sight === 'shown' && !fixed) places.set(text, places.has(text) ? null : place.y)
  return places
}
