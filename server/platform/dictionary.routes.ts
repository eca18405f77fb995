import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { LiveEvent, liveCalls, rightOfTopic } from '../../contract/platform/live.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import { type DictionaryPorts, dictionaryOf } from './settings.service.ts'

export const dictionaryRoutes = (services: Services, ports: DictionaryPorts) =>
  implement(dictionaryCalls, { dictionary: (visitor) => dictionaryOf(services, ports, visitor.platform) })

export const liveRoutes = () =>
  implement(liveCalls, {
    stream: async (caller, { query }) => ({
      accountId: caller.accountId,
      since: query.since,
      personId: caller.personId,
      hears: (event) => hears(caller, event),
    }),
  })

/** An event tells no more than the record it is about: it takes the same right, and evidence of others stays theirs. */
function hears(caller: Caller, { personId, payload }: { personId: string | null; payload: unknown }): boolean {
  const right = rightOfTopic[(payload as LiveEvent).topic]
  if (right !== 'signed-in' && !caller.rights.has(right)) return false
  const only = (payload as LiveEvent).topic === 'evidence' ? caller.onlyPersonId : caller.personId
  return !personId || !only || personId === only
}
