import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** CPU time of one process, in seconds, as the kernel counts it. */
export interface ProcessTimes {
  pid: number
  parent: number
  /** Of the process itself. */
  own: number
  /** Of those of its children that have ended and that it has waited for, and of theirs. */
  ended: number
}

/** The kernel's clock tick for /proc, which is the same on every architecture that Node runs on. */
const ticksPerSecond = 100

function readTimes(pid: number): ProcessTimes | undefined {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The name before may hold spaces and parentheses. Fields are numbered in proc(5): 4 ppid, 14 utime, 15 stime, 16 cutime, 17 cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const at = (n: number) => Number(fields[n - 3])
  return { pid, parent: at(4), own: (at(14) + at(15)) / ticksPerSecond, ended: (at(16) + at(17)) / ticksPerSecond }
}

/** All processes that run. */
export function readAllTimes(): Map<number, ProcessTimes> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return new Map(
    pids.flatMap((name) => {
      const times = readTimes(Number(name))
      return times ? [[times.pid, times] as const] : []
    }),
  )
}

/** The database that a process of PostgreSQL serves, by the title that it gives itself; undefined for any other. */
export function databaseServedBy(pid: number): string | undefined {
  try {
    return /^postgres: \S+ (\S+) /.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

/** A group of processes that the kernel counts: this one and all that it starts. */
export interface ProcessGroup {
  pids(): number[]
  /** CPU time of all that were ever in it, in seconds. */
  seconds(): number
  /** Moves this process out of it and ends all that is left in it: their command lines. */
  leave(): Promise<string[]>
}

function unifiedHierarchy(): string | undefined {
  const line = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .find((l) => l.includes(' - cgroup2 '))
  return line?.split(' ')[4]
}

const pidsOf = (group: string) =>
  readFileSync(join(group, 'cgroup.procs'), 'utf8').split('\n').map(Number).filter(Boolean)

/** Whoever is ending is given some time for it. */
async function waitUntilGone(pids: () => number[]) {
  for (let tries = 0; tries < 50 && pids().length; tries++) await setTimeout(100)
}

function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

function removeGroup(folder: string) {
  try {
    rmdirSync(folder)
  } catch {
    // The kernel keeps it as long as something in it has not ended.
  }
}

/** Undefined where this process may make no control group: only root may, or who was given one. */
export function joinProcessGroup(): ProcessGroup | undefined {
  const root = unifiedHierarchy()
  const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1]
  if (!root || own === undefined) return undefined
  const before = join(root, own)
  const group = join(before, `shimakaze-check-${process.pid}-${randomBytes(4).toString('hex')}`)
  const move = (to: string) => writeFileSync(join(to, 'cgroup.procs'), String(process.pid))
  try {
    mkdirSync(group)
    move(group)
  } catch {
    if (existsSync(group)) rmdirSync(group)
    return undefined
  }
  return {
    pids: () => pidsOf(group),
    seconds: () => Number(/^usage_usec (\d+)$/m.exec(readFileSync(join(group, 'cpu.stat'), 'utf8'))![1]) / 1e6,
    async leave() {
      move(before)
      // A run within a test that was killed left a group of its own in this one.
      const groups = () => [
        ...readdirSync(group, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => join(group, name)),
        group,
      ]
      const pids = () => groups().flatMap(pidsOf)
      await waitUntilGone(pids)
      const left = pids().map(commandOf).filter(Boolean)
      for (const pid of pids()) end(pid)
      await waitUntilGone(pids)
      for (const folder of groups()) removeGroup(folder)
      return left
    },
  }
}
