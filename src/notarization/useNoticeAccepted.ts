import { useDraft } from '../kit/drafts/draft.ts'

/** That the notice of seal appraisals was accepted on its page: the form that follows has it ticked. */
export const useNoticeAccepted = () => useDraft<boolean>('officialSeal-notice')
