import type { StartWebCaptures } from '../../../contract/captures/web.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queue } from '../../kit/work/jobs.ts'
import type { Services } from '../../kit/services.ts'
import { startCaptures } from '../start.service.ts'
import type { WebRequest } from './request.ts'
import { webKind } from './web.kind.ts'

/** The manner in which pages are captured, as a form or a sheet asks for it. */
type Manner = Pick<StartWebCaptures, 'device' | 'scroll' | 'delaySeconds' | 'mode'>

export const webRequestOf = (m: Manner): WebRequest => ({
  device: m.device === 'MOBILE' ? 'mobile' : 'desktop',
  scroll: m.scroll,
  delaySeconds: m.delaySeconds,
  twoStage: m.mode === 2,
})

/** Puts one capture a URL into the queue. */
export const startWebCaptures = (services: Services, caller: Caller, body: StartWebCaptures, queue?: Queue) =>
  startCaptures(services, caller, webKind, { ...body, request: webRequestOf(body), queue })
