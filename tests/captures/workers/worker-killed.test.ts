import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startFixtureSite } from '../../kit/fixture-site/start.ts'
import { capture } from '../capture-kit.ts'

const MODULE = new URL('../../../server/captures/web/run-web-capture.ts', import.meta.url).href

/** A worker as a process of its own, waiting for a page that never answers. */
const worker = (url: string, folder: string): string => `
const { runWebCapture } = await import(${JSON.stringify(MODULE)})
await runWebCapture({ url: ${JSON.stringify(url)}, device: 'desktop', scroll: false, delaySeconds: 0, language: 'en' }, {
  outDir: ${JSON.stringify(join(folder, 'out'))}, workDir: ${JSON.stringify(join(folder, 'work'))}, signal: new AbortController().signal,
  onProgress: ({ step }) => process.stdout.write(step + '\\n'), allowPrivate: ['127.0.0.0/8'], now: () => new Date(),
  limits: { totalMs: 60000, loadMs: 60000, silentMs: 15000, idleMs: 1000, scrollMs: 1000, bytes: 1e7, memoryMb: 1000, bodyBytes: 1e6, toldMb: 50 },
})`

function browsersOf(pid: number): string[] {
  return readdirSync('/proc').filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(`shimakaze-browser-${pid}-`)
    } catch {
      return false
    }
  })
}

it('a worker that is killed takes its browser along, and the next one clears its folder', async () => {
  const site = await startFixtureSite()
  const folder = await mkdtemp(join(tmpdir(), 'capture-test-'))
  const child = spawn(process.execPath, ['--input-type=module', '-e', worker(`${site.url}/never`, folder)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    for await (const chunk of child.stdout) if (String(chunk).includes('load')) break
    const pid = child.pid ?? 0
    expect(browsersOf(pid).length).toBeGreaterThan(0)
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
    for (let tries = 0; tries < 50 && browsersOf(pid).length > 0; tries++) await wait(100)
    expect(browsersOf(pid)).toEqual([])
    const next = await capture({ url: `${site.url}/landing` })
    await next.result
    await next.remove()
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(`shimakaze-browser-${pid}-`))).toEqual([])
  } finally {
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
    await site.close()
  }
})
