import type { Locator } from 'playwright-core'
import { named, type Visitor } from './browser.ts'

/** One evidence in the list: a row of the table, or a card on a phone. */
export const rowOf = ({ page, setting }: Visitor, text: string | RegExp): Locator =>
  page
    .locator(setting.device === 'phone' ? '.skz-list .skz-card' : '.skz-list .skz-table tbody tr[data-index]')
    .filter({ hasText: text })

export const allRows = (visitor: Visitor): Locator => rowOf(visitor, /./)

interface LinkElement {
  textContent: string
  querySelector(selector: string): LinkElement | null
}

/** Names of the rows shown, in their order. */
export async function namesShown(visitor: Visitor, rows = allRows(visitor)): Promise<string[]> {
  return rows
    .getByRole('link')
    .evaluateAll((links: LinkElement[]) => links.map((a) => (a.querySelector('span > span') ?? a).textContent))
}

/** Opens a row's menu and takes the action of this label. */
export async function takeRowAction(visitor: Visitor, name: string, label: string): Promise<void> {
  const { page, say } = visitor
  await rowOf(visitor, name)
    .getByRole('button', { name: say('common', 'actionsOf', { name }), exact: true })
    .click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
}

/** The same of evidence, by the action's own name. */
export const takeAction = (visitor: Visitor, name: string, action: string): Promise<void> =>
  takeRowAction(visitor, name, visitor.say('evidence', `action.${action}.label`))

export async function confirm({ page, say }: Visitor, action: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: named(say('evidence', `action.${action}.label`)) })
    .click()
}

/** A capture waits for those of other journeys and is done by a browser of its own. */
export const captureTime = 150_000

/** Waits for a state to be shown; the page follows by itself. */
export async function waitForState(visitor: Visitor, name: string, ...states: string[]): Promise<void> {
  const words = states.map((s) =>
    s === 'partial' ? visitor.say('evidence', 'partial') : visitor.say('evidence', `choice.status.${s}`),
  )
  await rowOf(visitor, name)
    .filter({ hasText: new RegExp(words.join('|')) })
    .waitFor({ timeout: captureTime })
}

/** Picks a value of a filter that offers choices. */
export async function choose({ page }: Visitor, filter: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: filter, exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: value }).click()
}
