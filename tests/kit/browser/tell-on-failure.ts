import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, onTestFailed, type RunnerTestCase } from 'vitest'
import { sceneFolder } from '../../bin/runner/wavering.ts'
import type { ServiceInfo } from './start-service.ts'
import type { Visitor } from './browser.ts'

/** A service whose terminal's lines go to a file; a counterpart of a service has none. */
type Logged = Partial<Pick<ServiceInfo, 'log'>>

async function lastLines({ log }: Logged): Promise<string> {
  if (!log) return ''
  return `The service said last:\n${(await readFile(log, 'utf8')).trimEnd().split('\n').slice(-12).join('\n')}`
}

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

/** Keeps the whole of it beside: pictures and markup of each page, and the service's log as it is now. */
async function keepScene(folder: string, visitors: readonly (Visitor | undefined)[], service: Logged, said: string) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'scene.txt'), said)
  if (service.log) copyFileSync(service.log, join(folder, 'service.log'))
  for (const [n, visitor] of visitors.entries()) {
    if (!visitor || visitor.page.isClosed()) continue
    await visitor.page.screenshot({ path: join(folder, `page-${n + 1}.png`), timeout: 5_000 }).catch(() => {})
    await visitor.page.content().then(
      (html) => writeFileSync(join(folder, `page-${n + 1}.html`), html),
      () => {},
    )
  }
}

/**
 * A failure far away from here can be understood only from what stood on the page and in the service's terminal. Called after
 * the hooks that close visitors are registered: vitest runs what is registered last first.
 */
export function tellOnFailure(service: Logged | (() => Logged), visitors: () => (Visitor | undefined)[]): void {
  const kept = new Set<string>()
  const keep = async (task: RunnerTestCase) => {
    if (kept.has(task.id)) return
    kept.add(task.id)
    const present = visitors()
    const running = typeof service === 'function' ? service() : service
    const scenes = await Promise.all(present.map(scene))
    const said = `✗ ${task.name}\n${scenes.join('\n')}\n${await lastLines(running)}`
    console.log(said)
    const name = `${task.suite?.name ?? ''} ${task.name}`
      .trim()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .slice(0, 100)
    await keepScene(join(sceneFolder(relative(process.cwd(), task.file.filepath)), name), present, running, said)
  }
  // What a test fails by is seen before its pages are closed; what a hook behind it fails by, afterwards.
  beforeEach(({ task }) => onTestFailed(() => keep(task)))
  afterEach(({ task }) => (task.result?.state === 'fail' ? keep(task) : undefined))
}
