import { groupMemory } from './process-tree.ts'

/** Numbers of processes are given anew: the next one with the number of a stranger may be a member. */
const READS_OF_STRANGERS = 20

export interface MemoryWatchdog {
  /** Highest reading so far, in bytes. */
  readonly peak: number
  stop(): void
}

/** Reads the memory of a process group and calls back once when it passes the cap. */
export function watchMemory(
  group: number,
  capBytes: number,
  onExceeded: (bytes: number) => void,
  everyMs = 150,
): MemoryWatchdog {
  let peak = 0
  let reads = 0
  const strangers = new Set<number>()
  const read = () => {
    if (reads++ % READS_OF_STRANGERS === 0) strangers.clear()
    const bytes = groupMemory(group, strangers)
    peak = Math.max(peak, bytes)
    if (bytes <= capBytes) return
    clearInterval(timer)
    onExceeded(bytes)
  }
  const timer = setInterval(read, everyMs)
  timer.unref()
  return {
    get peak() {
      return peak
    },
    stop: () => clearInterval(timer),
  }
}
