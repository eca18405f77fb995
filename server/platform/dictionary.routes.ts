import { dictionaryCalls } from '../../contract/platform/dictionary.ts'
import { liveCalls } from '../../contract/platform/live.ts'
import { implement } from '../kit/implement.ts'
import type { Services } from '../kit/services.ts'
import { dictionaryOf } from './platform.service.ts'

export const dictionaryRoutes = (services: Services) =>
  implement(dictionaryCalls, { dictionary: async (visitor) => dictionaryOf(services, visitor.platform) })

export const liveRoutes = () => implement(liveCalls, { stream: async (caller) => ({ accountId: caller.accountId }) })
