import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const scratch = Buffer.allocUnsafe(64 * 1024)

/** State of a process as the kernel tells it, read into one buffer: a buffer for each file, several times a second, costs more to collect than to read. */
function readOfProcess(pid: number, name: 'stat' | 'status'): string {
  const file = openSync(`/proc/${pid}/${name}`, 'r')
  try {
    return scratch.toString('latin1', 0, readSync(file, scratch, 0, scratch.length, 0))
  } finally {
    closeSync(file)
  }
}

/**
 * Live processes of one process group; ended ones nobody has collected yet do not count. Processes seen outside it are added to `strangers`,
 * and those that stand there already are not read: a process is born into its group and does not come into it later.
 */
export function groupMembers(group: number, strangers = new Set<number>()): number[] {
  const members: number[] = []
  for (const entry of readdirSync('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid) || strangers.has(pid)) continue
    try {
      const [state, , processGroup] = readOfProcess(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
      if (Number(processGroup) !== group) strangers.add(pid)
      else if (state !== 'Z' && state !== 'X') members.push(pid)
    } catch {
      // It ended while the list was read.
    }
  }
  return members
}

const kilobytes = (status: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0)

/**
 * Memory of a process group in bytes: what each process holds alone, plus the shared memory of the one
 * that maps most of it, because summing shared pages would count them once per process.
 */
export function groupMemory(group: number, strangers?: Set<number>): number {
  let own = 0
  let shared = 0
  for (const pid of groupMembers(group, strangers)) {
    try {
      const status = readOfProcess(pid, 'status')
      own += kilobytes(status, 'RssAnon')
      shared = Math.max(shared, kilobytes(status, 'RssShmem'))
    } catch {
      // It ended while the list was read.
    }
  }
  return (own + shared) * 1024
}

/** True when a process of the group runs behind a system call filter in a user namespace of its own. */
export function hasSandboxedMember(group: number): boolean {
  return groupMembers(group).some((pid) => {
    try {
      return /^Seccomp:\s+2$/m.test(readOfProcess(pid, 'status'))
    } catch {
      return false
    }
  })
}

/** Ends a whole process group and waits, bounded, until the kernel has let go of it. */
export async function killGroup(group: number, milliseconds = 1_500): Promise<void> {
  const end = performance.now() + milliseconds
  const strangers = new Set<number>()
  do {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      return
    }
    if (groupMembers(group, strangers).length === 0) return
    await wait(20)
  } while (performance.now() < end)
}
