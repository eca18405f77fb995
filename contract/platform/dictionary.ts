import { z } from 'zod'
import { defineCall } from '../kit/call.ts'

const OpenFlag = z.object({ open: z.boolean() })

/** The platform dictionary, read at the paths specification §7 names. */
export const Dictionary = z.object({
  notaryId: z.string(),
  /** `local` marks every page: sandbox trust, demo accounts. */
  mode: z.enum(['local', 'production']),
  frontPlatformInfo: z.object({
    basicInfo: z.object({ platformName: z.string(), platformNameEn: z.string() }),
    chainMode: z.string(),
    explorerUrl: z.string(),
  }),
  pay: z.object({ alipay: OpenFlag, wechat: OpenFlag }),
  'notary-pay': z.object({ alipay: OpenFlag, wechat: OpenFlag }),
  service: z.object({ NotarizationService: z.boolean() }),
})
export type Dictionary = z.output<typeof Dictionary>

export const dictionaryCalls = {
  dictionary: defineCall({ method: 'GET', path: 'dict', reply: Dictionary, right: 'public', rate: 'read', idempotent: true }),
}
