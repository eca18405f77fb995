import { expect } from 'vitest'
import { pathOf } from '../../../../contract/kit/call.ts'
import { platformCalls } from '../../../../contract/operator/platforms.ts'
import { configFileCalls, configFormat } from '../../../../contract/platform/config-file.ts'
import { settingsOfPlatformCalls } from '../../../../contract/platform/settings.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { formOf } from '../../../kit/pictures.ts'
import { act, nothing, type Scenes, type Stage } from '../stage.ts'

export function installationScenes({ t, administrator, must, newPhone }: Stage): Scenes {
  const who = () => ({ administratorName: '管理员', administratorPhone: newPhone() })
  const platform = async () => {
    const notaryId = `p-${newId().slice(-12)}`
    const body = { notaryId, nameZh: '第二平台', hosts: [`${notaryId}.example`], ...who() }
    return { id: (await must(platformCalls.create, { body }, administrator)).id }
  }
  const closed = async () => {
    const params = await platform()
    await must(platformCalls.close, { params }, administrator)
    return params
  }
  const file = () => Buffer.from(JSON.stringify({ format: configFormat, settings: { nameEn: newId() } }))
  return {
    'configFile.save': act(
      () => must(settingsOfPlatformCalls.get, {}, administrator),
      async ({ version }) => {
        const form = formOf({ version: String(version), file: file() }, administrator.token)
        const response = await t.inject({ method: 'POST', url: pathOf(configFileCalls.save), ...form })
        expect(response.json()).toMatchObject({ success: true })
      },
    ),
    'platforms.create': act(nothing, platform),
    'platforms.update': act(platform, (params) =>
      must(
        platformCalls.update,
        { params, body: { nameZh: '新名称', hosts: [`${params.id}.example`] } },
        administrator,
      ),
    ),
    'platforms.addAdministrator': act(platform, (params) =>
      must(platformCalls.addAdministrator, { params, body: who() }, administrator),
    ),
    'platforms.close': act(platform, (params) => must(platformCalls.close, { params }, administrator)),
    'platforms.open': act(closed, (params) => must(platformCalls.open, { params }, administrator)),
  }
}
