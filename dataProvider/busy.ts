/** The global loading flag (specification §4): on while any request is under way that somebody may wait for. */
export function createBusy() {
  let requests = 0
  const listeners = new Set<() => void>()
  const change = (by: number) => {
    const before = requests > 0
    requests += by
    if (before !== requests > 0) for (const listener of listeners) listener()
  }
  return {
    /** Gives back how to end it. */
    begin() {
      change(1)
      return () => change(-1)
    },
    isBusy: () => requests > 0,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type Busy = ReturnType<typeof createBusy>
