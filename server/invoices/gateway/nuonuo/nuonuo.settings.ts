import { z } from 'zod'
import { Endpoint, Patience, readSettingsFile } from '../../../kit/settings/settings-file.ts'
import { defineSettings, type ReadSettings } from '../../../kit/settings/settings-group.ts'

const text = (most: number) => z.string().min(1).max(most)

const seller = {
  appKey: text(64),
  appSecret: text(128),
  /** The lasting token of an application of one's own. */
  accessToken: text(256),
  taxNumber: z.string().regex(/^[0-9A-Z]{15,20}$/, '15 to 20 digits and capitals'),
  /** Who issues, as the tax office knows them. */
  clerk: text(20),
  /** What is sold: its name, its code in the tax office's list, and the rate of its tax. */
  goodsName: text(90),
  goodsCode: z.string().regex(/^\d{19}$/, '19 digits'),
  taxRate: z.string().regex(/^0\.\d{1,3}$/, 'as 0.06'),
  /** The issuing place of a seller who has several. */
  extensionNumber: text(20).optional(),
  phone: text(26).optional(),
  address: text(84).optional(),
  bankAccount: text(80).optional(),
}
const Seller = z.strictObject(seller)
const File = z.strictObject({
  ...seller,
  endpoint: Endpoint,
  patience: Patience,
  platforms: z.record(z.string().min(1), Seller).default({}),
})

/** In whose name Nuonuo issues, and where it is reached. */
export interface NuonuoSettings extends z.output<typeof Seller> {
  endpoint: string | undefined
  /** Seconds that the gateway may take to answer. */
  patience: number
}

/** Staff enter what they issued elsewhere where none is given. */
export const nuonuoSettings = defineSettings({
  shape: { SHIMAKAZE_NUONUO_SETTINGS_FILE: z.string().min(1).optional() },
  read({ SHIMAKAZE_NUONUO_SETTINGS_FILE: path }, production) {
    return path ? readSettingsFile('SHIMAKAZE_NUONUO_SETTINGS_FILE', path, production, File) : undefined
  },
})

/** The seller of a platform: its own, or the service's. */
export function nuonuoSellerOf(config: ReadSettings, notaryId: string): NuonuoSettings | undefined {
  const settings = nuonuoSettings.of(config)
  if (!settings) return undefined
  const { platforms, endpoint, patience, ...own } = settings
  return { ...(platforms[notaryId] ?? own), endpoint, patience }
}
