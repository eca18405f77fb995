import { createContext, useContext } from 'react'
import type { Dictionary, dictionaryCalls } from '../../../contract/platform/dictionary.ts'
import { type SessionPlatform, sessionPlatformOf } from '../../../contract/platform/session-platform.ts'
import { keepPlatform, readPlatform } from '../../kit/plain/kept-platform.ts'
import { ask, setPlatformId } from './api.ts'

export const PlatformContext = createContext<SessionPlatform | null>(null)
export const usePlatform = () => useContext(PlatformContext)

/**
 * What may be said of chains here: the log is written to one and a block holds it, one is set up and holds nothing yet, one held it
 * before, none of it, or the platform is not known.
 */
export type ChainClaim = 'writes' | 'begins' | 'held' | 'none' | 'unknown'

/** The claim that the platform's settings and the newest block that holds a checkpoint allow. */
export function chainClaimOf(platform: Pick<SessionPlatform, 'chainMode' | 'chainTime'> | null): ChainClaim {
  if (!platform) return 'unknown'
  if (platform.chainMode === 'NONE') return platform.chainTime ? 'held' : 'none'
  return platform.chainTime ? 'writes' : 'begins'
}

export const useChainClaim = () => chainClaimOf(usePlatform())

/** The platform, kept for the session. Its dictionary comes with a written page. */
export async function loadPlatform(): Promise<SessionPlatform | null> {
  try {
    const platform = written() ?? readPlatform() ?? (await asked())
    setPlatformId(platform.notaryId)
    keepPlatform(platform)
    return platform
  } catch {
    return null
  }
}

const here = (dictionary: Dictionary) => sessionPlatformOf(dictionary, window.location.origin)

function written() {
  const text = document.getElementById('platform')?.textContent
  return text ? here(JSON.parse(text) as Dictionary) : undefined
}

const asked = async () => here(await ask<typeof dictionaryCalls.dictionary>({ method: 'GET', path: 'dict' }, {}))
