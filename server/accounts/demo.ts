import { randomInt } from 'node:crypto'
import { createMember, findPersonByPhone } from './people.repo.ts'
import { hashPassword } from '../kit/passwords.ts'
import { isDuplicate, type Database } from '../kit/db/db.ts'
import { newId } from '../kit/ids.ts'

export interface DemoAccount {
  who: 'enterprise' | 'personal' | 'operator'
  phone: string
  password: string
}

/** No carrier assigns the 190 0000 range to these; they only exist in local installations. */
const demo = [
  { who: 'enterprise', phone: '19000000001', personName: '林晓', accountName: '风岛文化传播有限公司', kind: 'enterprise', role: 'owner' },
  { who: 'personal', phone: '19000000002', personName: '陈默', accountName: '陈默', kind: 'personal', role: 'owner' },
  { who: 'operator', phone: '19000000009', personName: '运营员', accountName: '平台运营', kind: 'enterprise', role: 'operator' },
] as const

/** Letters that cannot be mistaken for one another when read from a terminal. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const newPassword = () => Array.from({ length: 14 }, (_, i) => (i % 5 === 4 ? '-' : alphabet[randomInt(alphabet.length)])).join('')

export const localPlatform = { notaryId: 'local', name: { zh: '岛风存证（本地）', en: 'Shimakaze (local)' } }

/** The one site of a fresh installation. */
export async function ensurePlatform(db: Database): Promise<string> {
  const found = await db.system.selectFrom('platform').select('id').where('isDefault', '=', true).executeTakeFirst()
  if (found) return found.id
  const id = newId()
  try {
    await db.asSystem((tx) => tx.insertInto('platform').values({ id, notaryId: localPlatform.notaryId, name: JSON.stringify(localPlatform.name), isDefault: true }).execute())
    return id
  } catch (e) {
    if (isDuplicate(e, 'platform_one_default') || isDuplicate(e, 'platform_notary_id_key')) return ensurePlatform(db)
    throw e
  }
}

/** Demo accounts of a first local start. Their passwords exist in clear only in what this returns. */
export async function ensureDemoAccounts(db: Database, platformId: string): Promise<DemoAccount[]> {
  const made: DemoAccount[] = []
  for (const { who, phone, personName, accountName, kind, role } of demo) {
    if (await findPersonByPhone(db.system, platformId, phone)) continue
    const password = newPassword()
    const passwordPhc = await hashPassword(password)
    try {
      await db.asSystem((tx) => createMember(tx, { platformId, phone, personName, accountName, kind, role, passwordPhc, consentVersion: 'demo' }))
      made.push({ who, phone, password })
    } catch (e) {
      if (!isDuplicate(e, 'person_platform_id_phone_key')) throw e
    }
  }
  return made
}
