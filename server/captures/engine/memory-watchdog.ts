import { groupMemory } from './process-tree.ts'

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
  const read = () => {
    const bytes = groupMemory(group)
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
