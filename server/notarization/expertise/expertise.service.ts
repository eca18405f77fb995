import type { ExpertiseBody } from '../../../contract/notarization/expertise.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import { saveDraft } from '../drafts/save-draft.ts'

export const save = (services: Services, caller: Caller, { orderId, officeId, anos, ...content }: ExpertiseBody) =>
  saveDraft(services, caller, 'expertise', { orderId, officeId, anos, content, title: content.title })
