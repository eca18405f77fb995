import type { Dictionary } from '../../contract/platform/dictionary.ts'
import { AppError } from '../kit/errors.ts'
import type { Platform } from '../kit/caller.ts'
import type { Database } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'

/** The white-label site that answers to a Host header; a host nobody claimed gets the default site. */
export async function findPlatform(db: Database, host: string): Promise<Platform> {
  const row = await db.system
    .selectFrom('platform')
    .select(['id', 'notaryId', 'name'])
    .where((e) => e.or([e(e.val(host.toLowerCase()), '=', e.fn.any('hosts')), e('isDefault', '=', true)]))
    .orderBy('isDefault')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new AppError('unknown-platform')
  return { id: row.id, notaryId: row.notaryId, name: row.name as unknown as Platform['name'] }
}

/** The name that statements and certificates carry. */
export async function nameOfPlatform(db: Database, id: string): Promise<string> {
  const { name } = await db.system.selectFrom('platform').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  return (name as unknown as Platform['name']).zh
}

/** A client that names a platform must name the one it is talking to. */
export function requirePlatform(platform: Platform, notaryId: string | undefined) {
  if (notaryId && notaryId !== platform.notaryId) throw new AppError('unknown-platform')
}

export function dictionaryOf(services: Services, platform: Platform): Dictionary {
  const closed = { open: false }
  return {
    notaryId: platform.notaryId,
    mode: services.config.mode,
    frontPlatformInfo: {
      basicInfo: { platformName: platform.name.zh, platformNameEn: platform.name.en ?? platform.name.zh },
      chainMode: 'NONE',
      explorerUrl: '',
    },
    pay: { alipay: closed, wechat: closed },
    'notary-pay': { alipay: closed, wechat: closed },
    service: { NotarizationService: false },
  }
}
