import { calls } from '../../../contract/calls.ts'
import type { Call } from '../../../contract/kit/call.ts'

export interface Named {
  title: string
  call: Call
}

/** Every call of the contract: a new one is held to everything here without a line of test. */
export const allCalls: Named[] = Object.entries(calls).flatMap(([group, members]) =>
  Object.entries(members).map(([name, call]) => ({ title: `${group}.${name}`, call: call as Call })),
)

/** What takes a session and answers once. */
export const guardedCalls = allCalls.filter(({ call }) => call.right !== 'public' && call.kind !== 'events')
