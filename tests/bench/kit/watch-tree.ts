import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100
const PAGE_BYTES = 4096
const EVERY_MS = 100

interface Seen {
  readonly key: string
  readonly pid: number
  readonly parent: number
  readonly cpuSeconds: number
  readonly privateBytes: number
}

function readProcess(pid: number): Seen | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return {
      // Ids come again; with the time of the start they do not.
      key: `${pid} ${fields[19]}`,
      pid,
      parent: Number(fields[1]),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND,
      privateBytes: ((resident ?? 0) - (shared ?? 0)) * PAGE_BYTES,
    }
  } catch {
    // It ended while the list was read.
    return null
  }
}

/** Everything that descends from a process, those included whose parents have gone since. */
class Tree {
  readonly cpu = new Map<string, number>()
  peakBytes = 0
  readonly #root: number

  constructor(root: number) {
    this.#root = root
  }

  read(): number {
    const all = new Map(
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => readProcess(Number(name)))
        .filter((one) => one !== null)
        .map((one) => [one.pid, one]),
    )
    const isOurs = (one: Seen | undefined): boolean =>
      one !== undefined &&
      (one.pid === this.#root || this.cpu.has(one.key) || (one.parent > 1 && isOurs(all.get(one.parent))))
    const ours = [...all.values()].filter(isOurs)
    for (const { key, cpuSeconds } of ours) this.cpu.set(key, cpuSeconds)
    const bytes = ours.reduce((sum, { privateBytes }) => sum + privateBytes, 0)
    this.peakBytes = Math.max(this.peakBytes, bytes)
    return bytes
  }

  total(): number {
    return [...this.cpu.values()].reduce((sum, seconds) => sum + seconds, 0)
  }
}

export interface TreeUse {
  readonly cpuSeconds: number
  readonly peakMb: number
  /** Before the work began. */
  readonly idleMb: number
}

/**
 * Processor time and private memory of a process and all below it, while some work runs. What ended processes used is known as
 * of the last look: parents that are killed pass nothing on, so at most a tenth of a second of each is lost.
 */
export async function watchTree(pid: number, work: () => Promise<void>): Promise<TreeUse> {
  const tree = new Tree(pid)
  const idle = tree.read()
  const before = tree.total()
  const timer = setInterval(() => tree.read(), EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  tree.read()
  return { cpuSeconds: tree.total() - before, peakMb: tree.peakBytes / 1e6, idleMb: idle / 1e6 }
}
