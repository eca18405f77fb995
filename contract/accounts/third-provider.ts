import { z } from 'zod'

/** Who else may vouch for who somebody is. */
export const providers = ['WECHAT', 'ALIPAY'] as const
export const Provider = z.enum(providers)
export type Provider = z.output<typeof Provider>
