import { createContext, useContext } from 'react'
import type { Dictionary, dictionaryCalls } from '../../../contract/platform/dictionary.ts'
import { ask } from './api.ts'

const key = 'sessionPlatform'

export const PlatformContext = createContext<Dictionary | null>(null)
export const usePlatform = () => useContext(PlatformContext)

/** The platform dictionary, kept for the session under the name the specification gives it. It comes with a written page. */
export async function loadPlatform(): Promise<Dictionary | null> {
  const written = document.getElementById('platform')?.textContent
  if (written) {
    keep(written)
    return JSON.parse(written) as Dictionary
  }
  try {
    const kept = sessionStorage.getItem(key)
    const known = kept ? (JSON.parse(kept) as Partial<Dictionary>) : undefined
    // One that an earlier version kept says less.
    if (known?.login) return known as Dictionary
    const dictionary = await ask<typeof dictionaryCalls.dictionary>({ method: 'GET', path: 'dict' }, {})
    keep(JSON.stringify(dictionary))
    return dictionary
  } catch {
    return null
  }
}

function keep(dictionary: string) {
  try {
    sessionStorage.setItem(key, dictionary)
  } catch {
    // Storage is refused: the page works without, and asks again.
  }
}
