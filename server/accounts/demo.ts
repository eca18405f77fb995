import { createMember, findPersonByPhone } from './people.repo.ts'
import { hashPassword, newPassword } from '../kit/passwords.ts'
import { isDuplicate, type Database } from '../kit/db/db.ts'

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

const demoConsent = 'demo'

/** Whether this database was ever started in local mode: its demo accounts must never meet the world. */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  return (await db.system.selectFrom('person').select('id').where('consentVersion', '=', demoConsent).executeTakeFirst()) !== undefined
}

/** Demo accounts of a first local start. Their passwords exist in clear only in what this returns. */
export async function ensureDemoAccounts(db: Database, platformId: string): Promise<DemoAccount[]> {
  const made: DemoAccount[] = []
  for (const { who, phone, personName, accountName, kind, role } of demo) {
    if (await findPersonByPhone(db.system, platformId, phone)) continue
    const password = newPassword()
    const passwordPhc = await hashPassword(password)
    try {
      await db.asSystem((tx) => createMember(tx, { platformId, phone, personName, accountName, kind, role, passwordPhc, consentVersion: demoConsent }))
      made.push({ who, phone, password })
    } catch (e) {
      if (!isDuplicate(e, 'person_platform_id_phone_key')) throw e
    }
  }
  return made
}
