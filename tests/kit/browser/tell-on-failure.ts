import { readFile } from 'node:fs/promises'
import { beforeEach, onTestFailed } from 'vitest'
import type { ServiceInfo } from './start-service.ts'
import type { Visitor } from './browser.ts'

const lastLines = async ({ log }: ServiceInfo) =>
  (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-12).join('\n')

async function scene(visitor: Visitor | undefined): Promise<string> {
  if (!visitor) return 'nobody came'
  const { page, problems, unanswered } = visitor
  const open = [...unanswered].map((r) => `no answer yet to ${r.method()} ${r.url()}`)
  const text = await page
    .locator('body')
    .innerText({ timeout: 1_000 })
    .catch(() => '(no text)')
  return [`at ${page.url()}`, ...problems, ...open, text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1_500)].join('\n')
}

/** A failure far away from here can be understood only from what stood on the page and in the service's terminal. */
export function tellOnFailure(
  service: ServiceInfo | (() => ServiceInfo),
  visitors: () => (Visitor | undefined)[],
): void {
  beforeEach(({ task }) => {
    onTestFailed(async () => {
      const scenes = await Promise.all(visitors().map(scene))
      console.log(
        `✗ ${task.name}\n${scenes.join('\n')}\nThe service said last:\n${await lastLines(typeof service === 'function' ? service() : service)}`,
      )
    })
  })
}
