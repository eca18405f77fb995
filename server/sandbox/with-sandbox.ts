import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alipaySettings } from '../kit/alipay/alipay.settings.ts'
import type { Config } from '../kit/settings/config.ts'
import type { Environment } from '../kit/settings/settings-group.ts'
import { wechatPaySettings } from '../payments/channels/wechat/wechat-pay.settings.ts'
import { startSandbox } from './sandbox.ts'
import { readConfig } from '../app/read-config.ts'

interface Opened {
  config: Config
  close(): Promise<void>
}

/**
 * Where people pay by a button: a local installation has WeChat Pay and Alipay on this machine for whichever of them no settings name a merchant.
 * The service knows them by settings files as it would know the vendors themselves. Their orders end with the process.
 */
export async function withSandbox(given: Config, env: Environment = process.env): Promise<Opened> {
  const [hasWechat, hasAlipay] = [wechatPaySettings.of(given), alipaySettings.of(given)].map(Boolean)
  if (given.mode !== 'local' || (hasWechat && hasAlipay)) return { config: given, close: async () => {} }
  const sandbox = await startSandbox()
  const folder = await mkdtemp(join(tmpdir(), 'shimakaze-sandbox-'))
  try {
    const write = async (name: string, settings: object) => {
      const path = join(folder, name)
      await writeFile(path, JSON.stringify(settings), { mode: 0o600 })
      return path
    }
    const config = readConfig({
      ...env,
      ...(!hasWechat && {
        SHIMAKAZE_WECHAT_PAY_SETTINGS_FILE: await write('wechat.json', sandbox.settings.wechatPay),
      }),
      ...(!hasAlipay && { SHIMAKAZE_ALIPAY_SETTINGS_FILE: await write('alipay.json', sandbox.settings.alipay) }),
    })
    return { config, close: () => sandbox.close() }
  } catch (error) {
    await sandbox.close()
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}
