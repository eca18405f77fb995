import { openDemoOffices } from './demo-offices.ts'
import { createMember, findPersonByPhone, membershipsOf, setPassword } from './people.repo.ts'
import { insertPerson, insertSub } from './members/sub-accounts.repo.ts'
import { recordAct } from '../kit/audit/audit.ts'
import { hashPassword, newPassword } from '../kit/secrets/passwords.ts'
import { isDuplicate, type Database, type Tx } from '../kit/db/db.ts'

export interface DemoAccount {
  who:
    | 'enterprise'
    | 'personal'
    | 'sub'
    | 'institute'
    | 'examiner'
    | 'notary'
    | 'approver'
    | 'operator'
    | 'administrator'
    | 'controller'
  phone: string
  password: string
}

/** No carrier assigns the 190 0000 range to these; they only exist in local installations. */
const demo = [
  {
    who: 'enterprise',
    phone: '19000000001',
    personName: '林晓',
    accountName: '风岛文化传播有限公司',
    kind: 'enterprise',
    role: 'owner',
  },
  { who: 'personal', phone: '19000000002', personName: '陈默', accountName: '陈默', kind: 'personal', role: 'owner' },
  {
    who: 'institute',
    phone: '19000000004',
    personName: '周衡',
    accountName: '衡正司法鉴定所',
    kind: 'enterprise',
    role: 'owner',
  },
  {
    who: 'notary',
    phone: '19000000006',
    personName: '方正',
    accountName: '上海市明理公证处',
    kind: 'enterprise',
    role: 'owner',
  },
  {
    who: 'operator',
    phone: '19000000009',
    personName: '运营员',
    accountName: '平台运营',
    kind: 'enterprise',
    role: 'operator',
  },
  {
    who: 'administrator',
    phone: '19000000008',
    personName: '管理员',
    accountName: '平台管理',
    kind: 'enterprise',
    role: 'administrator',
  },
  // What two administrators do together needs another one.
  {
    who: 'controller',
    phone: '19000000010',
    personName: '复核员',
    accountName: '平台复核',
    kind: 'enterprise',
    role: 'administrator',
  },
] as const

/** Who acts for the enterprise: an employee without an account of their own, and the person above as its lawyer; and the second person of each office. */
const demoSubs = [
  {
    of: '19000000001',
    who: 'sub',
    phone: '19000000003',
    personName: '李青',
    grants: ['captures.start', 'evidence.write', 'evidence.download'],
    quota: 100,
    budget: 50_000,
    dept: '品牌部',
  },
  {
    of: '19000000001',
    phone: '19000000002',
    personName: '陈默',
    grants: ['evidence.all', 'evidence.download'],
    quota: null,
    budget: null,
    dept: '外聘律师',
  },
  {
    of: '19000000004',
    who: 'examiner',
    phone: '19000000005',
    personName: '吴正',
    grants: [],
    quota: null,
    budget: null,
    dept: '声像资料室',
  },
  {
    of: '19000000006',
    who: 'approver',
    phone: '19000000007',
    personName: '何敏',
    grants: [],
    quota: null,
    budget: null,
    dept: '审批室',
  },
] as const

const demoConsent = 'demo'

/** Whether this database was ever started in local mode: its demo accounts must never meet the world. */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  return (
    (await db.system.selectFrom('person').select('id').where('consentVersion', '=', demoConsent).executeTakeFirst()) !==
    undefined
  )
}

/** Demo accounts of a first local start. Their passwords exist in clear only in what this returns. */
export async function ensureDemoAccounts(db: Database, platformId: string): Promise<DemoAccount[]> {
  const made: DemoAccount[] = []
  for (const { who, phone, personName, accountName, kind, role } of demo) {
    if (await findPersonByPhone(db.system, platformId, phone)) continue
    const password = newPassword()
    const passwordPhc = await hashPassword(password)
    try {
      await db.asSystem(async (tx) => {
        const { accountId } = await createMember(tx, {
          platformId,
          phone,
          personName,
          accountName,
          kind,
          role,
          passwordPhc,
          consentVersion: demoConsent,
        })
        await recordAct(
          tx,
          { system: true, platform: { id: platformId }, accountId },
          { action: 'account.registered', subjectKind: 'account', subjectId: accountId },
        )
      })
      made.push({ who, phone, password })
    } catch (e) {
      if (!isDuplicate(e, 'person_platform_id_phone_key')) throw e
    }
  }
  await addSubs(db, platformId, made)
  await openDemoOffices(
    db,
    platformId,
    made.map(({ phone }) => phone),
  )
  return made
}

async function addSubs(db: Database, platformId: string, made: DemoAccount[]) {
  for (const { of, phone, personName, grants, quota, budget, dept, ...sub } of demoSubs) {
    const boss = await findPersonByPhone(db.system, platformId, of)
    const [membership] = boss ? await membershipsOf(db.system, boss.id) : []
    if (!membership) continue
    const known = await findPersonByPhone(db.system, platformId, phone)
    const password = 'who' in sub && !known ? newPassword() : undefined
    const passwordPhc = password && (await hashPassword(password))
    try {
      await db.asSystem(async (tx) => {
        const person =
          known ??
          (await insertPerson(tx, {
            platformId,
            phone,
            name: personName,
            lang: 'zh-CN',
            broughtBy: membership.accountId,
          }))
        if (passwordPhc) await setPassword(tx, person.id, passwordPhc)
        if (await hasMembership(tx, person.id, membership.accountId)) return
        const id = await insertSub(tx, {
          platformId,
          accountId: membership.accountId,
          personId: person.id,
          grants: [...grants],
          quota,
          budget,
          dept,
        })
        await recordAct(
          tx,
          { system: true, platform: { id: platformId }, accountId: membership.accountId },
          {
            action: 'subAccount.created',
            subjectKind: 'membership',
            subjectId: id ?? null,
            details: { name: personName, grants, quota, budget, dept },
          },
        )
      })
      if (password && 'who' in sub) made.push({ who: sub.who, phone, password })
    } catch (e) {
      if (!isDuplicate(e, 'person_platform_id_phone_key')) throw e
    }
  }
}

/** Also one that was removed: a demo membership that somebody took away does not come back. */
const hasMembership = async (tx: Tx, personId: string, accountId: string) =>
  (await tx
    .selectFrom('membership')
    .select('id')
    .where('personId', '=', personId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()) !== undefined
