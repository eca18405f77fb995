import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExternalDatabase, startExternalDatabase } from '../../faults/external-database.ts'
import { freePort } from '../../kit/outside/free-port.ts'
import { isSoak } from '../../kit/randomness.ts'
import {
  allowedNames,
  commandOf,
  copiesOf,
  environmentOf,
  readStages,
  root,
  runsOf,
  type Stage,
  stageNamed,
} from './dockerfile.ts'

const home = mkdtempSync(join(tmpdir(), 'skz-image-'))
const folderOf = (stage: string) => join(home, stage)
let database: ExternalDatabase | undefined

afterAll(async () => {
  await database?.stop()
  rmSync(home, { recursive: true, force: true })
}, 600_000)

/** Copies what the stage copies: from the repository, or from the folder in which another stage was tried. */
function copyInto(stage: Stage) {
  const folder = folderOf(stage.name)
  mkdirSync(folder, { recursive: true })
  for (const { from, sources, target } of copiesOf(stage))
    for (const source of sources) {
      const path = from ? join(folderOf(from), source.replace(/^\/app\//, '')) : join(root, source)
      cpSync(path, join(folder, target === './' ? basename(source) : target), { recursive: true })
    }
  return folder
}

/** As a build runs it: without what the test runner sets for itself. */
function run(command: string, cwd: string) {
  const { VITEST: _, NODE_ENV: __, ...env } = process.env
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd, env, encoding: 'utf8' })
  expect(status, `${command}\n${stderr}`).toBe(0)
}

async function answerOf(url: string, ended: () => boolean): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response) return response
    if (ended()) throw new Error('the service ended')
    await new Promise((r) => setTimeout(r, 50))
  }
}

describe('the Dockerfile', () => {
  const stages = readStages()

  it('copies what exists, what .dockerignore lets through, and from stages before', () => {
    const allowed = allowedNames()
    for (const [index, stage] of stages.entries())
      for (const { from, sources } of copiesOf(stage)) {
        if (from) expect(stages.slice(0, index).map((s) => s.name)).toContain(from)
        else
          for (const source of sources)
            expect([allowed, existsSync(join(root, source))]).toEqual([expect.arrayContaining([source]), true])
      }
  })

  it('lets nothing into the build that no stage copies', () => {
    const copied = new Set(stages.flatMap(copiesOf).flatMap((c) => (c.from ? [] : c.sources)))
    expect(allowedNames().filter((name) => !copied.has(name))).toEqual([])
  })

  it('starts programs that exist, never as root', () => {
    for (const name of ['service', 'captures']) {
      expect(commandOf(stageNamed(name)).some((part) => part.endsWith('.ts') && existsSync(join(root, part)))).toBe(
        true,
      )
      expect(stageNamed(name).steps.findLast((s) => s.name === 'USER')?.text).toBe('node')
    }
  })
})

// Steps that need no base image, by the commands of the Dockerfile itself. They take minutes: in the whole run only.
describe.runIf(isSoak)('the image of the service', () => {
  beforeAll(async () => {
    const build = copyInto(stageNamed('build'))
    symlinkSync(join(root, 'node_modules'), join(build, 'node_modules'))
    run(runsOf(stageNamed('build')).at(-1)!, build)
    run(runsOf(stageNamed('packages'))[0]!, copyInto(stageNamed('packages')))
    copyInto(stageNamed('service'))
    database = await startExternalDatabase(join(home, 'database'))
  }, 600_000)

  it('serves from nothing but the files that it copies, without dev and optional packages', async () => {
    const [, ...args] = commandOf(stageNamed('service'))
    const port = String(await freePort())
    const child = spawn(process.execPath, args, {
      cwd: folderOf('service'),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...environmentOf(stageNamed('service')),
        ...database!.env,
        PATH: process.env['PATH'],
        SHIMAKAZE_DATA: join(home, 'data'),
        SHIMAKAZE_CAPTURES: '0',
        PORT: port,
      },
    })
    const ended = () => child.exitCode !== null
    try {
      expect(await (await answerOf(`http://127.0.0.1:${port}/healthz`, ended)).json()).toEqual({ status: 'ok' })
      expect(await (await answerOf(`http://127.0.0.1:${port}/`, ended)).text()).toContain('<!doctype html>')
    } finally {
      child.kill('SIGTERM')
      if (!ended()) await new Promise((done) => child.once('exit', done))
    }
  })
})
