import { describe, expect, it } from 'vitest'
import { NO_INSETS, type Place, type ScrollTarget } from '../../../server/captures/web/page/seen/walk/scroll-target.ts'
import { type Budget, walk, walkOn, type Walking, WordsSeen } from '../../../server/captures/web/page/seen/walk/walk.ts'

const box = { x: 0, y: 0, width: 400, height: 500 }

interface Content {
  height: number
  y?: number
  /** Rows of a bar that sticks to the upper edge once it is scrolled. */
  bar?: number
  /** Called after each scroll. */
  scrolled?: (content: Content) => void
  /** The places to which it snaps. */
  snap?: number
}

/** A scroller by its numbers alone. */
function target(content: Content): ScrollTarget {
  const place = (): Place => ({
    x: 0,
    y: content.y ?? 0,
    width: 400,
    height: content.height,
    box,
    insets: { ...NO_INSETS, top: (content.y ?? 0) > 0 ? (content.bar ?? 0) : 0 },
    fromEnd: { x: false, y: false },
  })
  return {
    measure: () => Promise.resolve(place()),
    scrollTo: (_, y) => {
      const snapped = content.snap ? Math.round(y / content.snap) * content.snap : y
      content.y = Math.max(0, Math.min(content.height - box.height, snapped))
      content.scrolled?.(content)
      return Promise.resolve()
    },
    bringIntoView: () => Promise.resolve(),
  }
}

/** A walk through it that keeps the rows which were seen below the bar. */
function walking(content: Content, most = 60, isAsking = () => false) {
  const seen: (readonly [from: number, to: number])[] = []
  const budget: Budget = { isSpent: () => seen.length >= most, patience: () => 0 }
  const through: Walking = {
    target: target(content),
    budget,
    pause: () => Promise.resolve(),
    sideways: false,
    isAsking,
    answerMs: 2_500,
    look: ({ y, insets }) =>
      Promise.resolve({ isNew: seen.push([y + insets.top, y + box.height]) > 0, isJoined: true }),
  }
  return { through, seen }
}

async function walked(...given: Parameters<typeof walking>) {
  const { through, seen } = walking(...given)
  return { ended: await walk(through), seen }
}

const hole = (seen: readonly (readonly [number, number])[]) => {
  let to = seen[0]![0]
  for (const [from, end] of seen.toSorted((a, b) => a[0] - b[0])) {
    if (from > to) return [to, from]
    to = Math.max(to, end)
  }
  return null
}

describe('a walk through what scrolls', () => {
  it('sees every row to the end, and shares a few between windows', async () => {
    const { ended, seen } = await walked({ height: 2_345 })
    expect(ended).toBe('end')
    expect(hole(seen)).toBeNull()
    expect([seen[0]![0], seen.at(-1)![1]]).toEqual([0, 2_345])
    expect(seen).toHaveLength(5)
  })

  it('leaves no rows under a bar that sticks only once it is scrolled', async () => {
    const { ended, seen } = await walked({ height: 3_000, bar: 120 })
    expect([ended, hole(seen)]).toEqual(['end', null])
  })

  it('goes on where a page snaps back to its sections', async () => {
    const { ended, seen } = await walked({ height: 2_500, snap: 500 })
    expect([ended, seen.map(([from]) => from)]).toEqual(['end', [0, 500, 1_000, 1_500, 2_000]])
  })

  it('says that it did not come to the end of what lets itself be scrolled no further', async () => {
    const { ended } = await walked({
      height: 2_500,
      scrolled: (content) => void (content.y = Math.min(content.y!, 700)),
    })
    expect(ended).toBe('budget')
  })

  it('follows a list that grows at its end, and says that one without an end goes on', async () => {
    const grows = (until: number) => (content: Content) => {
      if (content.y! >= content.height - box.height - 1 && content.height < until) content.height += 800
    }
    const finite = await walked({ height: 1_000, scrolled: grows(4_000) })
    expect([finite.ended, finite.seen.at(-1)![1], hole(finite.seen)]).toEqual(['end', 4_200, null])
    expect((await walked({ height: 1_000, scrolled: grows(Infinity) }, 20)).ended).toBe('grows')
  })

  it('waits at the end for an answer that was asked for, and not for ever', async () => {
    const content = { height: 1_000 }
    let asked = 0
    const answeredLate = () => {
      if ((asked += 1) === 20) content.height = 2_000
      return asked < 20
    }
    const { ended, seen } = await walked(content, 60, answeredLate)
    expect([ended, seen.at(-1)![1], hole(seen)]).toEqual(['end', 2_000, null])
    expect((await walked({ height: 1_000 }, 60, () => true)).ended).toBe('end')
  })

  it.each([
    ['and holds the rows where they stood', 660],
    ['and lets them go up', 400],
  ])('sees every row of a page that takes away above what it adds below, %s', async (_, hold) => {
    let gone = 0
    const takesAway = (content: Content) => {
      if (content.y! < content.height - box.height - 300 || gone === 6_600) return
      gone += 660
      content.y = Math.max(0, content.y! - hold)
    }
    const words = new WordsSeen()
    const seen: (readonly [number, number])[] = []
    const ended = await walk({
      target: target({ height: 1_980, scrolled: takesAway }),
      budget: { isSpent: () => seen.length > 60, patience: () => 0 },
      pause: () => Promise.resolve(),
      sideways: false,
      isAsking: () => false,
      answerMs: 0,
      look: ({ y }) => {
        seen.push([y + gone, y + gone + box.height])
        const rows = Array.from({ length: box.height / 50 }, (_, at) => Math.floor((y + gone) / 50) + at)
        return Promise.resolve(words.add(rows.map((row) => ({ sight: 'shown', text: `第 ${row} 行` }))))
      },
    })
    expect([ended, hole(seen), Math.max(...seen.map(([, to]) => to))]).toEqual(['end', null, 1_980 + 6_600])
  })

  it('goes on from the end where more came after it was left', async () => {
    const content: Content = { height: 1_000 }
    const { through, seen } = walking(content)
    expect(await walk(through)).toBe('end')
    content.height = 2_600
    expect(await walkOn(through, await through.target.measure(), false)).toBe('end')
    expect([seen.at(-1)![1], hole(seen)]).toEqual([2_600, null])
    expect(seen.filter(([from]) => from === 500)).toHaveLength(1)
  })

  it('says that more came than could be seen where nothing is left to be spent', async () => {
    const content: Content = { height: 1_000 }
    const { through } = walking(content, 3)
    await walk(through)
    content.height = 2_600
    expect(await walkOn(through, await through.target.measure(), false)).toBe('grows')
  })

  it('reads a chat from its end, though older messages come in above', async () => {
    let loaded = 0
    const older = (content: Content) => {
      if (content.y! > 1 || loaded === 3) return
      loaded += 1
      content.height += 900
    }
    const content = { height: 1_200, y: 700, scrolled: older }
    const seen: number[][] = []
    const ended = await walk({
      target: target(content),
      budget: { isSpent: () => seen.length > 30, patience: () => 0 },
      pause: () => Promise.resolve(),
      sideways: false,
      isAsking: () => false,
      answerMs: 0,
      // Counted from the end, which stays.
      look: ({ y, height }) =>
        Promise.resolve({ isNew: seen.push([height - y - box.height, height - y]) > 0, isJoined: true }),
    })
    expect(ended).toBe('end')
    expect(hole(seen as [number, number][])).toBeNull()
    expect(Math.max(...seen.map(([, to]) => to!))).toBe(1_200 + 3 * 900)
  })
})
