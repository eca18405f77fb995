import { z } from 'zod'
import { Endpoint, Patience, readSettingsFile } from './settings-file.ts'

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

export const wechatShape = { SHIMAKAZE_WECHAT_SETTINGS_FILE: z.string().min(1).optional() }
const name = 'SHIMAKAZE_WECHAT_SETTINGS_FILE'

export function wechatOf(
  { [name]: path }: { [name]?: string | undefined },
  production: boolean,
): WechatSettings | undefined {
  if (!path) return undefined
  const { platforms, appId, secret, endpoint, patience } = readSettingsFile(name, path, production, File)
  const read = (app: z.output<typeof App>): WechatApp => ({ ...app, endpoint, patience })
  return {
    ...read({ appId, secret }),
    platforms: Object.fromEntries(Object.entries(platforms).map(([id, app]) => [id, read(app)])),
  }
}
