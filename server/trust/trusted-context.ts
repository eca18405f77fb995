import type { WorkContext } from '../kit/domain.ts'
import type { Authority } from './authority.ts'

/** What domains work with that sign or stamp. */
export interface TrustedContext extends WorkContext {
  authority: Authority
}
