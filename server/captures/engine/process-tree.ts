import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Live processes of one process group; ended ones nobody has collected yet do not count. */
export function groupMembers(group: number): number[] {
  const members: number[] = []
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const [state, , processGroup] = readFileSync(`/proc/${entry}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
      if (Number(processGroup) === group && state !== 'Z' && state !== 'X') members.push(Number(entry))
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
export function groupMemory(group: number): number {
  let own = 0
  let shared = 0
  for (const pid of groupMembers(group)) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'latin1')
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
      return /^Seccomp:\s+2$/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
    } catch {
      return false
    }
  })
}

/** Ends a whole process group and waits, bounded, until the kernel has let go of it. */
export async function killGroup(group: number, milliseconds = 1_500): Promise<void> {
  const end = performance.now() + milliseconds
  do {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      return
    }
    if (groupMembers(group).length === 0) return
    await wait(20)
  } while (performance.now() < end)
}
