import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseServedBy, joinProcessGroup, type ProcessTimes, readAllTimes } from './processes.ts'
import type { Work } from './work.ts'

const sampleEveryMs = 200

export interface WorkCounter {
  /** Names the process with which a lane begins. */
  nameLane(pid: number, name: string): void
  /** What was counted so far; nothing is counted after it. */
  stop(): Work
  /** Ends what is left running: its command lines. */
  close(): Promise<string[]>
}

/** The folder in which test processes write which file they run (`tell-file.setup.ts`), one file a process. */
export const filesFolderVariable = 'WORK_FILES'

/** Database of a test file, by the process that runs it (`tests/kit/test-database.ts`). */
const ownerOfDatabase = (name: string | undefined) => Number(/^t_(\d+)_/.exec(name ?? '')?.[1])

/**
 * Counts the CPU time of everything that this process starts, by the test file that it works for: workers, and what they
 * started, for the file that the worker runs; a backend of PostgreSQL for the file whose database it serves; what serves all
 * (the cluster itself, the service of journeys) in equal parts for the files that run meanwhile.
 */
export class RunningCount implements WorkCounter {
  readonly #group = joinProcessGroup()
  readonly #folder = mkdtempSync(join(tmpdir(), 'skz-work-'))
  readonly #lanes = new Map<number, string>()
  readonly #seconds = new Map<string, number>()
  /** Ancestors as they were first seen: who is left by a parent that ended is still its child here. */
  readonly #parents = new Map<number, number>()
  readonly #databases = new Map<number, number>()
  /** CPU time of ended processes that is counted already. The kernel adds it to the parent that waited for them, and there it is taken off. */
  readonly #seenOfEnded = new Map<number, number>()
  #last = new Map<number, ProcessTimes>()
  readonly #timer: NodeJS.Timeout

  constructor() {
    process.env[filesFolderVariable] = this.#folder
    this.#last.set(process.pid, readAllTimes().get(process.pid)!)
    this.#timer = setInterval(() => this.#sample(), sampleEveryMs)
    this.#timer.unref()
  }

  nameLane(pid: number, name: string): void {
    this.#lanes.set(pid, name)
  }

  stop(): Work {
    clearInterval(this.#timer)
    this.#sample()
    const counted = this.#group?.seconds()
    return { byFile: this.#seconds, ...(counted !== undefined && { counted }) }
  }

  async close(): Promise<string[]> {
    const left = await this.#group?.leave()
    rmSync(this.#folder, { recursive: true, force: true })
    return left ?? []
  }

  #sample() {
    const all = readAllTimes()
    for (const { pid, parent } of all.values()) if (!this.#parents.has(pid)) this.#parents.set(pid, parent)
    const inGroup = this.#group && new Set(this.#group.pids())
    // A run within a test has a group of its own within this one.
    const isOurs = (pid: number) => inGroup?.has(pid) || this.#ancestors(pid).includes(process.pid)
    const now = new Map([...all].filter(([pid]) => isOurs(pid)))
    const files = this.#runningFiles(now)
    for (const [pid, { own, ended }] of this.#last) if (!now.has(pid)) this.#owe(pid, own + ended, now)
    for (const [pid, times] of now) {
      const before = this.#last.get(pid) ?? { own: 0, ended: 0 }
      const seen = this.#seenOfEnded.get(pid) ?? 0
      const ended = times.ended - before.ended
      this.#seenOfEnded.set(pid, Math.max(0, seen - ended))
      this.#add(pid, times.own - before.own + Math.max(0, ended - seen), files)
    }
    for (const pid of this.#parents.keys()) if (!all.has(pid)) this.#forget(pid, all)
    this.#last = now
  }

  /** Notes what an ended process was seen to have used with the nearest ancestor that still runs: there it shows once more. */
  #owe(pid: number, seconds: number, now: ReadonlyMap<number, ProcessTimes>) {
    const owed = seconds + (this.#seenOfEnded.get(pid) ?? 0)
    this.#seenOfEnded.delete(pid)
    const heir = this.#ancestors(pid).find((p) => now.has(p))
    if (heir) this.#seenOfEnded.set(heir, (this.#seenOfEnded.get(heir) ?? 0) + owed)
  }

  /** Which file each worker runs, of workers that are there. */
  #runningFiles(now: ReadonlyMap<number, ProcessTimes>): Map<number, string> {
    const workers = readdirSync(this.#folder).map(Number)
    const told = workers.filter((pid) => now.has(pid)).map((pid) => [pid, this.#fileOf(pid)] as const)
    return new Map(told.filter(([, file]) => file))
  }

  #fileOf = (pid: number) => readFileSync(join(this.#folder, String(pid)), 'utf8')

  #add(pid: number, seconds: number, files: ReadonlyMap<number, string>) {
    if (seconds <= 0) return
    const owners = this.#ownersOf(pid, files)
    for (const owner of owners) this.#seconds.set(owner, (this.#seconds.get(owner) ?? 0) + seconds / owners.length)
  }

  #ownersOf(pid: number, files: ReadonlyMap<number, string>): string[] {
    const line = this.#ancestors(pid)
    const worker = line.find((p) => files.has(p)) ?? this.#workerOfDatabase(pid)
    const file = worker === undefined ? undefined : files.get(worker)
    if (file) return [file]
    const lane = line.find((p) => this.#lanes.has(p))
    const ofLane = [...files].filter(([p]) => this.#ancestors(p).includes(lane ?? process.pid))
    if (ofLane.length) return ofLane.map(([, f]) => f)
    return [lane === undefined ? '(runner)' : `(${this.#lanes.get(lane)})`]
  }

  #workerOfDatabase(pid: number): number | undefined {
    const known = this.#databases.get(pid)
    if (known) return known
    const owner = ownerOfDatabase(databaseServedBy(pid))
    if (owner) this.#databases.set(pid, owner)
    return owner || undefined
  }

  /** A process and all above it, itself first. */
  #ancestors(pid: number): number[] {
    const line: number[] = []
    for (let p: number | undefined = pid; p && !line.includes(p); p = this.#parents.get(p)) line.push(p)
    return line
  }

  /** Only what nobody that is still there descends from. */
  #forget(pid: number, all: ReadonlyMap<number, ProcessTimes>) {
    this.#databases.delete(pid)
    this.#seenOfEnded.delete(pid)
    if ([...all.values()].some((p) => this.#parents.get(p.pid) === pid)) return
    this.#parents.delete(pid)
  }
}
