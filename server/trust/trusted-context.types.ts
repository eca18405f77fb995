import type { WorkContext } from '../kit/work/domain.ts'
import type { Authority } from './keys/authority.service.ts'

/** What domains work with that sign or stamp. */
export interface TrustedContext extends WorkContext {
  authority: Authority
}
