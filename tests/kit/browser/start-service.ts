import type { DemoAccount } from '../../../server/accounts/demo.ts'
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../outside/free-port.ts'
import { buildPagesIfStale } from '../built/build-pages.ts'
import { bareEnvironment } from './environment.ts'
import { until } from './until.ts'

export type Who = DemoAccount['who']

export interface Account {
  phone: string
  password: string
}

/** What a test must know of a running service; plain data, so that it can be handed from one process to another. */
export interface ServiceInfo {
  url: string
  /** Where its terminal's lines go: accounts, and the codes sent by SMS. */
  log: string
  accounts: Record<Who, Account>
  /** Root certificate of its own authority, as an operator would publish it. */
  root: string
}

export interface Service extends ServiceInfo {
  /** Ends it as a power cut does, and starts it over the same data. */
  killAndStart(): Promise<void>
  stop(): Promise<void>
}

const program = join(import.meta.dirname, '../../../server/bin/start.ts')

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (r) => (r.ok ? true : undefined),
    () => undefined,
  )

function accountsIn(log: string): Record<Who, Account> | undefined {
  if (!log.includes('Ready in')) return undefined
  const lines = log.matchAll(/^ {2}Account +(\w+) +(\d+) +(\S+)/gm)
  return Object.fromEntries([...lines].map(([, who, phone, password]) => [who, { phone, password }])) as Record<
    Who,
    Account
  >
}

/** The real service in a process of its own, on a free port, with an empty data folder; captures may reach loopback. */
export async function startService(more: Record<string, string> = {}): Promise<Service> {
  buildPagesIfStale()
  const home = await mkdtemp(join(tmpdir(), 'skz-service-'))
  const [data, log, port] = [join(home, 'data'), join(home, 'service.log'), await freePort()]
  const url = `http://localhost:${port}`
  const launch = () => {
    const out = openSync(log, 'a')
    const child = spawn(process.execPath, [program], {
      stdio: ['ignore', out, out],
      env: {
        ...bareEnvironment(),
        PORT: String(port),
        SHIMAKAZE_DATA: data,
        SHIMAKAZE_ALLOW_PRIVATE: '127.0.0.0/8',
        ...more,
      },
    })
    closeSync(out)
    return { child, ended: new Promise<void>((done) => child.once('exit', () => done())) }
  }
  let running = launch()
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (running.child.exitCode === null) running.child.kill(signal)
    await running.ended
  }
  const stop = async () => {
    await end('SIGINT')
    await rm(home, { recursive: true, force: true })
  }
  const ready = () =>
    until('the service', async () => {
      if (running.child.exitCode !== null) throw new Error(await readFile(log, 'utf8'))
      return isReady(url)
    })
  const killAndStart = async () => {
    await end('SIGKILL')
    running = launch()
    await ready()
  }
  try {
    await ready()
    const accounts = await until('the demo accounts', async () => accountsIn(await readFile(log, 'utf8')))
    return { url, log, accounts, root: await readFile(join(data, 'keys/active/ca.pem'), 'utf8'), killAndStart, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function codesFor(log: string, phone: string): Promise<string[]> {
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.includes(`→ ${phone}]`))
  return lines.flatMap((line) => /\b\d{6}\b/.exec(line.slice(line.indexOf(']')))?.[0] ?? [])
}

/** The code that `send` causes to be sent to a phone. */
export async function codeSentBy(service: ServiceInfo, phone: string, send: () => Promise<void>): Promise<string> {
  const before = (await codesFor(service.log, phone)).length
  await send()
  return until(`a code for ${phone}`, async () => (await codesFor(service.log, phone))[before])
}
