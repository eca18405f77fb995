import type { OfficialSealBody } from '../../../contract/notarization/official-seal.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import { saveDraft } from '../drafts/save-draft.ts'

export const save = (services: Services, caller: Caller, { orderId, officeId, ...content }: OfficialSealBody) =>
  saveDraft(services, caller, 'officialSeal', { orderId, officeId, content, title: content.sealName })
