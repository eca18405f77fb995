import { ignoreStep, type OpenPage, settle } from './open-page.ts'
import { evaluate, isolatedWorld } from './page-world.ts'

/** Earliest moment after the load event at which a page with programs counts as shown: some take a skeleton away by a timer, and ask nobody. */
const LEAST_MS = 1_000
const MOST_MS = 4_000
const STILL_MS = 400
const POLL_MS = 100
/** Share by which clocks and counters may change what is there. */
const SAME_SHARE = 0.02

interface Shown {
  /** Nothing on the page can change it by itself but styles. */
  readonly isPlain: boolean
  readonly amounts: readonly number[]
}

const SHOWN = `({
  isPlain: document.scripts.length === 0 && window.length === 0,
  amounts: [
    document.getElementsByTagName('*').length,
    document.body?.textContent.length ?? 0,
    document.documentElement?.scrollHeight ?? 0,
  ],
})`

/** Waits until a page that has loaded asks for nothing more, and no longer changes what it holds. */
export async function awaitRest(open: OpenPage): Promise<void> {
  const { deadline, operations } = open
  const loaded = performance.now()
  await settle(open)
  let shown = await readShown(open)
  let changed = loaded
  while (shown && !shown.isPlain) {
    const now = performance.now()
    if (now - loaded >= MOST_MS || (now - loaded >= LEAST_MS && now - changed >= STILL_MS)) break
    await deadline.pause(POLL_MS)
    const next = await readShown(open)
    if (next && !isSame(shown, next)) changed = performance.now()
    shown = next
  }
  if (changed > loaded) await settle(open)
  operations.log('page-at-rest', { milliseconds: Math.round(performance.now() - loaded) })
}

/** Null where the page does not answer: a script that never ends is dealt with later. */
const readShown = async ({ page, watch, deadline }: OpenPage): Promise<Shown | null> =>
  (await deadline
    .step(
      'settle',
      1_000,
      isolatedWorld(page, watch.mainFrame).then((world) => evaluate<Shown>(page, world, SHOWN)),
    )
    .catch(ignoreStep)) ?? null

const isSame = (a: Shown, b: Shown): boolean =>
  a.amounts.every((amount, at) => Math.abs(amount - b.amounts[at]!) <= Math.max(amount, b.amounts[at]!) * SAME_SHARE)
