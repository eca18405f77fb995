import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import type { Visitor } from './browser.ts'
import { hashOfSkeleton, isFirstOfItsKind } from './page-skeleton.ts'
import { until } from './until.ts'

/** Nothing still loads, and no colour is in the middle of a transition; spinners never end and are not waited for. */
const settled = (whileBusy: boolean) =>
  `document.getElementById('root')?.firstElementChild && (${whileBusy} || !document.querySelector('[aria-busy=true]')) && document.getAnimations().every((a) => a.playState !== 'running' || a.effect?.getComputedTiming().iterations === Infinity)`

/*
 * The frame that an open list of choices scrolls in cannot have the focus, nor can what is in it, and need not: the focus stays
 * in the field, whose arrow keys scroll the frame to what they reach and whose `aria-activedescendant` names it (`keyboard.journey.ts`
 * holds both). Axe knows this of a frame that is the list box itself; here the list box stands in the frame.
 */
const isListOfChoices = (rule: string, target: string) =>
  rule === 'scrollable-region-focusable' && target === '.ant-select-dropdown-list-holder'

/** Without its comments: each page that is looked at is sent it and reads it, hundreds of times a run. */
const program = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** It is half a megabyte of program: a frame that has it already is not given it again. */
async function giveAxe(page: Page) {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate('"axe" in window')))
      await frame.evaluate(`${program}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  }
}

/** Asked of the page itself: what is found is all that comes back, and not a word on what is good. */
export async function badFindings(page: Page): Promise<AxeResults['violations']> {
  await giveAxe(page)
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )
  return violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
}

/**
 * Serious and critical findings of axe on the page as it stands, one line each. A run looks at each skeleton of a page once in
 * each theme and width: what another journey has looked at is good, or was noted there.
 */
export async function accessibilityProblems(visitor: Visitor, whileBusy = false): Promise<string[]> {
  const { page, setting } = visitor
  const atRest = () =>
    until('the page to come to rest', async () => (await page.evaluate(settled(whileBusy))) || undefined, 150)
  await atRest()
  // What was just put into the page begins to move some frames later.
  await pause(150)
  await atRest()
  const { wide, lookedAt } = inject('dress')
  if (!wide && !isFirstOfItsKind(lookedAt, await hashOfSkeleton(visitor))) return []
  let bad = await badFindings(page)
  // A colour may have begun to change between the page's rest and the look at it.
  if (bad.length) {
    await atRest()
    bad = await badFindings(page)
  }
  const where = `${new URL(page.url()).pathname} ${setting.language} ${setting.device} ${setting.theme}`
  return bad.flatMap((v) =>
    v.nodes
      .filter((n) => !isListOfChoices(v.id, n.target.join(' ')))
      .map(
        (n) =>
          `${where}: ${v.id} (${v.impact}) ${n.target.join(' ')} — ${n.failureSummary?.replace(/^.*\n\s*/, '') ?? v.help}`,
      ),
  )
}

/** Notes the findings and lets the journey go on, so that one run names them all; also where something is under way behind what is looked at. */
export async function expectAccessible(visitor: Visitor, whileBusy = false): Promise<void> {
  const found = await accessibilityProblems(visitor, whileBusy)
  expect.soft(found, found.join('\n')).toHaveLength(0)
}
