import { defineQueue } from '../../kit/work/jobs.ts'

/** Case forms that name a lawyer, who is to be mailed of them. */
export const caseFormQueue = defineQueue('case-form', { retryLimit: 8, retryDelay: 2, expireInSeconds: 60 })
