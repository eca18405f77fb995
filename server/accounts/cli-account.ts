import { rightsOf } from '../../contract/kit/rights.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller, Platform } from '../kit/calls/caller.ts'
import type { Services } from '../kit/services.ts'
import type { Language } from '../kit/words.ts'
import { createMember, findPersonByPhone, membershipsOf } from './people.repo.ts'

/** Not a number anybody can type or be sent a code to: this person exists for the command line alone. */
const phone = 'cli'
const name = 'Command line'

/** The local account that `npm run capture` acts for. It cannot sign in: it has no password and no phone. */
export async function ensureCliCaller(services: Services, platform: Platform, lang: Language): Promise<Caller> {
  const { db } = services
  const found = await findPersonByPhone(db.system, platform.id, phone)
  if (!found) {
    await db.asSystem(async (tx) => {
      const { accountId } = await createMember(tx, {
        platformId: platform.id,
        phone,
        personName: name,
        accountName: name,
        kind: 'personal',
        role: 'owner',
        passwordPhc: null,
        consentVersion: null,
      })
      await recordAct(
        tx,
        { system: true, platform, accountId },
        { action: 'account.registered', subjectKind: 'account', subjectId: accountId },
      )
    })
    return ensureCliCaller(services, platform, lang)
  }
  const [membership] = await membershipsOf(db.system, found.id)
  return {
    platform,
    lang,
    ip: 'local',
    userAgent: 'cli',
    requestId: 'cli',
    sessionHash: Buffer.alloc(0),
    bound: true,
    personId: found.id,
    personName: name,
    phone,
    membershipId: membership!.id,
    accountId: membership!.accountId,
    accountName: name,
    accountKind: 'personal',
    accountDisabled: false,
    role: 'owner',
    rights: rightsOf({ role: 'owner', accountKind: 'personal', grants: [] }),
    onlyPersonId: undefined,
  }
}
