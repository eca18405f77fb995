import { describe, expect, it } from 'vitest'
import { signNuonuo } from '../../server/invoices/gateway/nuonuo/client.ts'
import { nuonuoSettings } from '../../server/invoices/gateway/nuonuo/nuonuo.settings.ts'
import { nuonuoSeller } from '../kit/vendors/nuonuo.ts'
import { settingsFolder } from '../kit/vendors/settings.ts'

describe('Nuonuo', () => {
  it('is signed for as its gate checks it', () => {
    const signed = {
      appKey: 'APPKEY',
      senid: 'SENID',
      nonce: '12345678',
      timestamp: '1700000000',
      content: '{"a":1}',
    }
    expect(signNuonuo('SECRET', signed)).toBe('7iSZiR+0g+376QEJ38xLM+3vGDs=')
  })

  it('takes settings from a file that nobody else can read, and a seller for each platform', async () => {
    const folder = await settingsFolder()
    const read = async (settings: object, production = true, mode = 0o600) =>
      nuonuoSettings
        .check({ SHIMAKAZE_NUONUO_SETTINGS_FILE: await folder.write('nuonuo.json', settings, mode) })
        .read(production)
    try {
      expect(await read({ ...nuonuoSeller, platforms: { other: { ...nuonuoSeller, clerk: '李小票' } } })).toMatchObject(
        {
          clerk: '王小票',
          platforms: { other: { clerk: '李小票' } },
        },
      )
      await expect(read({ ...nuonuoSeller, taxRate: '6%' })).rejects.toThrow('taxRate')
      await expect(read({ ...nuonuoSeller, goodsCode: '304' })).rejects.toThrow('goodsCode')
      await expect(read({ ...nuonuoSeller, endpoint: 'http://127.0.0.1:1' })).rejects.toThrow('endpoint')
      expect(nuonuoSettings.check({}).read(true)).toBeUndefined()
    } finally {
      await folder.remove()
    }
  })
})
