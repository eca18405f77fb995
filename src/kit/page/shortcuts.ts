import { useEffect, useSyncExternalStore } from 'react'
import { tinykeys } from 'tinykeys'

/** What a key does (as `tinykeys` writes keys; where `?` needs Shift differs between keyboards), by the words that tell of it (`common:keys.<words>`). */
export interface Shortcut {
  keys: string
  words: 'palette' | 'help' | 'search' | 'next' | 'previous' | 'add' | 'refresh'
  run(): void
}

const active = new Set<Shortcut>()
const listeners = new Set<() => void>()
let shown: Shortcut[] = []

function tell() {
  shown = [...active]
  for (const listener of listeners) listener()
}

const place = 'shimakaze.keys'

/** Keys of one character can be turned off (WCAG 2.1.4): speech input and slips would press them unasked. */
export const singleKeys = {
  on: () => localStorage.getItem(place) !== 'off',
  set(on: boolean) {
    localStorage.setItem(place, on ? 'on' : 'off')
    tell()
  },
}

const isSingle = (keys: string) => !keys.includes('+') || keys.startsWith('[Shift]+')

/** True while something is typed in, or a dialog has the floor: letters belong to it. */
function isTaken(event: KeyboardEvent) {
  const target = event.target as HTMLElement
  return (
    target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null
  )
}

/** Binds a key while the component stands, and puts it on the sheet of shortcuts. */
export function useShortcut(keys: string, words: Shortcut['words'], run: (() => void) | undefined) {
  useEffect(() => {
    if (!run) return
    const shortcut = { keys, words, run }
    active.add(shortcut)
    tell()
    const press = (event: KeyboardEvent) => {
      event.preventDefault()
      run()
    }
    const unbind = tinykeys(
      window,
      { [keys]: press },
      { ignore: (event) => isSingle(keys) && (!singleKeys.on() || isTaken(event)) },
    )
    return () => {
      unbind()
      active.delete(shortcut)
      tell()
    }
  }, [keys, words, run])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The keys that do something on the present page. */
export const useShortcuts = () => useSyncExternalStore(subscribe, () => shown)
