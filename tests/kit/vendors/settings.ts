import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const aliyunKey = { accessKeyId: 'LTAI5tExampleKeyId', accessKeySecret: 'aliyun-secret-of-the-tests' }
export const tencentKey = { secretId: 'AKIDexampleOfTheTests', secretKey: 'tencent-secret-of-the-tests' }

const scenes = ['register', 'login', 'password', 'prove', 'unbind', 'rebind', 'sub', 'subPassword']
/** Every text with a code; two parameters, of which the vendor's text takes the later one first. */
export const templates = Object.fromEntries(
  scenes.map((name) => [name, { 'zh-CN': { code: `SMS_${name}`, params: ['minutes', 'code'] } }]),
) as Record<string, Record<string, { code: string; params: string[] }>>

export const aliyunSettings = (more: object = {}) => ({ ...aliyunKey, signName: '风岛', templates, ...more })
export const tencentSettings = (more: object = {}) => ({
  ...tencentKey,
  sdkAppId: '1400006666',
  signName: '风岛',
  templates,
  ...more,
})

export interface SettingsFolder {
  dir: string
  write(name: string, settings: unknown, mode?: number): Promise<string>
  remove(): Promise<void>
}

export async function settingsFolder(): Promise<SettingsFolder> {
  const dir = await mkdtemp(join(tmpdir(), 'skz-vendors-'))
  return {
    dir,
    async write(name, settings, mode = 0o600) {
      const path = join(dir, name)
      await writeFile(path, typeof settings === 'string' ? settings : JSON.stringify(settings), { mode })
      return path
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
