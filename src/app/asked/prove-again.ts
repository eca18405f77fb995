import { useSyncExternalStore } from 'react'

interface Asking {
  promise: Promise<boolean>
  end(proved: boolean): void
}

let asking: Asking | undefined
const listeners = new Set<() => void>()

function set(next: Asking | undefined) {
  asking = next
  for (const listener of listeners) listener()
}

/** Asks over the page whether it is them; true when they showed it, false when they gave up. */
export function askToProve(): Promise<boolean> {
  if (!asking) {
    let resolve: Asking['end'] = () => {}
    const promise = new Promise<boolean>((done) => (resolve = done))
    set({ promise, end: resolve })
  }
  return asking!.promise
}

export function endProof(proved: boolean) {
  const asked = asking
  set(undefined)
  asked?.end(proved)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether somebody is asked. */
export const useProofAsked = () => useSyncExternalStore(subscribe, () => asking !== undefined)
