import { useSyncExternalStore } from 'react'

/** Something a person was told and may have missed: what flies by in seconds can be read again. */
export interface Notice {
  id: number
  at: string
  tone: 'done' | 'warning' | 'failed'
  text: string
  requestId?: string | undefined
}

/** As many as somebody reads. */
const most = 50

let notices: Notice[] = []
let unseen = 0
let state = { notices, unseen }
const listeners = new Set<() => void>()

function publish() {
  state = { notices, unseen }
  for (const listener of listeners) listener()
}

export function keepNotice(notice: Omit<Notice, 'id' | 'at'>) {
  notices = [{ ...notice, id: (notices[0]?.id ?? 0) + 1, at: new Date().toISOString() }, ...notices].slice(0, most)
  // What went well needs no second look.
  if (notice.tone !== 'done') unseen++
  publish()
}

export function seeNotices() {
  unseen = 0
  publish()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useKeptNotices = () => useSyncExternalStore(subscribe, () => state)
