import { createContext, useContext } from 'react'
import type { Bean } from '../../../contract/accounts/session.ts'
import type { SessionPlatform } from '../../../contract/platform/session-platform.ts'
import type { Right } from '../../../contract/kit/rights.ts'
import type { Client } from '../../../dataProvider/client.ts'
import type { LiveSource } from '../../../dataProvider/live.ts'
import type { PageEntry } from './pages.ts'
import type { Resource } from './resource.ts'

/** What every page of the console stands on: who acts, for which account, and how to ask the service. */
export interface ConsoleContext {
  bean: Bean
  platform: SessionPlatform
  client: Client
  live: LiveSource
  /** Everything declared for whoever acts, and its pages in menu order. */
  resources: readonly Resource[]
  pages: readonly PageEntry[]
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
