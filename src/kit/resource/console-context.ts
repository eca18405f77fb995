import { createContext, useContext } from 'react'
import type { Bean } from '../../../contract/accounts/session.ts'
import type { SessionPlatform } from '../../../contract/platform/session-platform.ts'
import type { Right } from '../../../contract/kit/rights.ts'
import type { Client } from '../../../dataProvider/client.ts'
import type { LiveSource } from '../../../dataProvider/live.ts'

/** What every page of the console stands on: who acts, for which account, and how to ask the service. */
export interface ConsoleContext {
  bean: Bean
  platform: SessionPlatform
  client: Client
  live: LiveSource
  can(right: Right): boolean
  /** Asks anew who acts, after their name or rights changed. */
  renewBean(): Promise<void>
  signOut(): Promise<void>
}

const Context = createContext<ConsoleContext | null>(null)
export const ConsoleProvider = Context.Provider

export function useConsole(): ConsoleContext {
  const value = useContext(Context)
  if (!value) throw new Error('outside the console')
  return value
}
