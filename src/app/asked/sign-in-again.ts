import { useSyncExternalStore } from 'react'

interface Asking {
  userId: string
  promise: Promise<boolean>
  end(again: boolean): void
}

let state: { asking?: Asking; signIns: number } = { signIns: 0 }
const listeners = new Set<() => void>()
/** Who signed in again in one tab need not do so in the others. */
const tabs = new BroadcastChannel('shimakaze.session')
tabs.onmessage = ({ data }: MessageEvent<string>) => state.asking?.userId === data && end(true)

function set(next: typeof state) {
  state = next
  for (const listener of listeners) listener()
}

function end(again: boolean) {
  const { asking, signIns } = state
  set({ signIns: again ? signIns + 1 : signIns })
  asking?.end(again)
}

/** Asks over the page, once for any number of calls that wait; true when the same person is signed in again. */
export function askToSignIn(userId: string): Promise<boolean> {
  if (!state.asking) {
    let resolve: Asking['end'] = () => {}
    const promise = new Promise<boolean>((done) => (resolve = done))
    set({ ...state, asking: { userId, promise, end: resolve } })
  }
  return state.asking!.promise
}

export function signedInAgain(userId: string) {
  tabs.postMessage(userId)
  end(true)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this tab's person is asked to sign in, and how often that was done. */
export const useSignInAgain = () => useSyncExternalStore(subscribe, () => state)
