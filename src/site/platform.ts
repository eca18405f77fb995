import { createContext, useContext } from 'react'
import type { Dictionary, dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { ask } from './api.ts'

const key = 'sessionPlatform'

export const PlatformContext = createContext<Dictionary | null>(null)
export const usePlatform = () => useContext(PlatformContext)

/** The platform dictionary, kept for the session under the name the specification gives it. */
export async function loadPlatform(): Promise<Dictionary | null> {
  const kept = sessionStorage.getItem(key)
  try {
    if (kept) return JSON.parse(kept) as Dictionary
    const dictionary = await ask<typeof dictionaryCalls.dictionary>({ method: 'GET', path: 'dict' }, {})
    sessionStorage.setItem(key, JSON.stringify(dictionary))
    return dictionary
  } catch {
    return null
  }
}
