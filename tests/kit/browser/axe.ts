import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'vitest'
import type { Visitor } from './browser.ts'
import { until } from './until.ts'

/** Nothing still loads, and no colour is in the middle of a transition; spinners never end and are not waited for. */
const settled = `document.getElementById('root')?.firstElementChild && !document.querySelector('[aria-busy=true]') && document.getAnimations().every((a) => a.playState !== 'running' || a.effect?.getComputedTiming().iterations === Infinity)`

/** Serious and critical findings of axe on the page as it stands, one line each. */
export async function accessibilityProblems({ page, setting }: Visitor): Promise<string[]> {
  await until('the page to come to rest', async () => (await page.evaluate(settled)) || undefined, 150)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const bad = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')
  const where = `${new URL(page.url()).pathname} ${setting.language} ${setting.device} ${setting.theme}`
  return bad.flatMap((v) => v.nodes.map((n) => `${where}: ${v.id} (${v.impact}) ${n.target.join(' ')} — ${n.failureSummary?.replace(/^.*\n\s*/, '') ?? v.help}`))
}

/** Notes the findings and lets the journey go on, so that one run names them all. */
export async function expectAccessible(visitor: Visitor): Promise<void> {
  const found = await accessibilityProblems(visitor)
  expect.soft(found, found.join('\n')).toHaveLength(0)
}
