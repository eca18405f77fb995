import type { OrderKind } from '../../../contract/notarization/order-kinds.ts'
import { smallPdf } from '../small-pdf.ts'
import { expectAccessible } from './axe.ts'
import { named, type Visitor } from './browser.ts'
import { rowOf } from './evidence-list.ts'
import { until } from './until.ts'

/** Words of judicial services in the visitor's language. */
export const words =
  ({ say }: Visitor) =>
  (key: string, params?: Record<string, unknown>) =>
    say('notarization', key, params)

type Dialog = ReturnType<Visitor['page']['getByRole']>

/** One of the steps that stand above an order, and what it asks for. */
export async function take(visitor: Visitor, step: string, fill: (dialog: Dialog) => Promise<void> = async () => {}) {
  const { page } = visitor
  const label = words(visitor)(`action.${step}.label`)
  await page
    .getByRole('main')
    .getByRole('button', { name: named(label) })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await fill(dialog)
  await expectAccessible(visitor)
  // A dialog may offer other ways above the one that it ends with.
  await dialog
    .getByRole('button', { name: named(label) })
    .last()
    .click()
  await dialog.waitFor({ state: 'hidden' })
}

/** Opens a part of an order's page. */
export const tab = (visitor: Visitor, name: string) =>
  visitor.page.getByRole('tab', { name: words(visitor)(`tab.${name}`), exact: true }).click()

/** Adds a file of a part on the page of an order. */
export async function addFile(visitor: Visitor, part: string, name: string) {
  const section = visitor.page
    .locator('section')
    .filter({ has: visitor.page.getByRole('heading', { name: words(visitor)(`choice.part.${part}`) }) })
  await section.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer: smallPdf(name) })
  await section.getByText(name).waitFor()
}

/** The state that the summary shows; it follows what the other side does. */
export async function waitFor(visitor: Visitor, state: string) {
  const summary = visitor.page.getByRole('tab', { name: visitor.say('common', 'show.summary'), exact: true })
  // What stands above it may move while it is clicked.
  await until('the summary', async () => {
    await summary.click()
    return (await summary.getAttribute('aria-selected')) === 'true' || undefined
  })
  await visitor.page
    .getByRole('tabpanel')
    .locator('.ant-tag', { hasText: words(visitor)(`choice.orderState.${state}`) })
    .waitFor()
}

/** Opens an order on its office's side. */
export async function openAt(visitor: Visitor, title: string) {
  await visitor.go(`/office/orders?keyWord=${encodeURIComponent(title)}`)
  await rowOf(visitor, title).getByRole('link').first().click()
  await visitor.page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Draws a name, after what is missing was told. */
export async function drawName(
  visitor: Visitor,
  dialog: Dialog,
  { step, password }: { step: string; password: string },
) {
  const say = words(visitor)
  const { mouse } = visitor.page
  const submit = dialog.getByRole('button', { name: named(say(`action.${step}.label`)) })
  await submit.click()
  await dialog.getByText(say('sign.need')).waitFor()
  await dialog.getByText(say('sign.needAgree')).waitFor()
  const pad = dialog.getByRole('img', { name: say('sign.pad') })
  await pad.scrollIntoViewIfNeeded()
  const { x, y } = (await pad.boundingBox())!
  for (const [from, to] of [
    [20, 90],
    [110, 180],
  ] as const) {
    await mouse.move(x + from, y + 20)
    await mouse.down()
    for (let i = 1; i <= 8; i++) await mouse.move(x + from + ((to - from) * i) / 8, y + 20 + (i % 3) * 12)
    await mouse.up()
  }
  await dialog.getByText(say('sign.need')).waitFor({ state: 'hidden' })
  await dialog.getByRole('checkbox').check()
  await dialog.getByLabel(visitor.say('accounts', 'settings.proof.passwordLabel')).fill(password)
}

/** Hands in again with a typed name: nobody has to draw. */
export async function typeName(visitor: Visitor, dialog: Dialog, password: string) {
  await dialog.getByRole('radio', { name: words(visitor)('sign.type'), exact: true }).check()
  await dialog.getByRole('checkbox').check()
  await dialog.getByLabel(visitor.say('accounts', 'settings.proof.passwordLabel')).fill(password)
}

/** Where a paper of the order lies that this side downloaded, once it is sealed. */
export async function downloadPaper(visitor: Visitor, kind: OrderKind, paper: string) {
  const say = words(visitor)
  const name = `${say('papers.download')} ${say(`paper.${kind}.${paper}.title`)}`
  await tab(visitor, 'files')
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    visitor.page.getByRole('link', { name, exact: true }).first().click({ timeout: 60_000 }),
  ])
  return (await download.path())!
}
