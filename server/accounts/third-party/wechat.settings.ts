import { z } from 'zod'
import { Endpoint, Patience, readSettingsFile } from '../../kit/settings/settings-file.ts'
import { defineSettings } from '../../kit/settings/settings-group.ts'

const App = z.strictObject({
  appId: z.string().regex(/^wx[0-9A-Za-z]{6,40}$/, 'begins with wx'),
  secret: z.string().min(1),
})
const File = App.extend({
  endpoint: Endpoint,
  patience: Patience,
  platforms: z.record(z.string().min(1), App).default({}),
})

export interface WechatApp {
  appId: string
  secret: string
  endpoint: string | undefined
  /** Seconds that the vendor may take to answer. */
  patience: number
}

/** The service's website application, and those of platforms that have their own. */
export interface WechatSettings extends WechatApp {
  platforms: Record<string, WechatApp>
}

/** Nobody signs in with WeChat where none is given. */
export const wechatSettings = defineSettings({
  shape: { SHIMAKAZE_WECHAT_SETTINGS_FILE: z.string().min(1).optional() },
  read({ SHIMAKAZE_WECHAT_SETTINGS_FILE: path }, production): WechatSettings | undefined {
    if (!path) return undefined
    const given = readSettingsFile('SHIMAKAZE_WECHAT_SETTINGS_FILE', path, production, File)
    const { platforms, appId, secret, endpoint, patience } = given
    const appOf = (app: z.output<typeof App>): WechatApp => ({ ...app, endpoint, patience })
    return {
      ...appOf({ appId, secret }),
      platforms: Object.fromEntries(Object.entries(platforms).map(([id, app]) => [id, appOf(app)])),
    }
  },
})
