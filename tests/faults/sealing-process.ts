import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SealAnswer, SealOrder } from './seal-child.ts'
import { programEnvironment } from '../kit/outside/program-environment.ts'

export interface SealingProcess {
  pid: number
  alive(): boolean
  /** What it said, or undefined where it died first. */
  seal(order: SealOrder): Promise<SealAnswer | undefined>
  kill(): Promise<void>
}

/** Starts `seal-child.ts`; one thread does all file work, so that its system calls come in one order. */
export async function startSealing(env: Record<string, string>): Promise<SealingProcess> {
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, 'seal-child.ts')], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...programEnvironment(), UV_THREADPOOL_SIZE: '1', SHIMAKAZE_LOG: 'silent', ...env },
  })
  let said = ''
  child.stderr!.on('data', (d: Buffer) => (said += String(d)))
  child.stdin!.on('error', () => {})
  const ended = new Promise<undefined>((done) => child.once('close', () => done(undefined)))
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]()
  const next = async () => {
    const line = await Promise.race([lines.next(), ended])
    return line?.value ? (JSON.parse(line.value) as SealAnswer) : undefined
  }
  if (!(await next())) throw new Error(`the sealing process did not start: ${said}`)
  return {
    pid: child.pid!,
    alive: () => child.exitCode === null && child.signalCode === null,
    seal(order) {
      child.stdin!.write(`${JSON.stringify(order)}\n`)
      return next()
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The thread that does its file work. */
export function fileThread(pid: number): number {
  const task = `/proc/${pid}/task`
  const found = readdirSync(task).find((tid) => readFileSync(join(task, tid, 'comm'), 'utf8').trim() === 'libuv-worker')
  if (!found) throw new Error('no thread of libuv was found')
  return Number(found)
}
