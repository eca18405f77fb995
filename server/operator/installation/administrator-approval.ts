import { maskPhone } from '../../../contract/kit/mask.ts'
import { beginAdministrator } from '../../accounts/members/first-administrator.service.ts'
import type { Caller, Platform } from '../../kit/calls/caller.ts'
import { isDuplicate, type Tx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { defineApproval } from '../../kit/work/approval-kind.ts'
import { type Language, say } from '../../kit/words.ts'
import { recordRaise } from '../../platform/approvals/independence.service.ts'
import { platformById } from '../../platform/platform.service.ts'
import { recordPlatform } from './record-platform.ts'

interface Person {
  name: string
  phone: string
  /** The language that they are told in. */
  lang: Language
}

/** Begins an administrator whom the caller made. Gives who they are, and what they do next. */
export async function beginRaised(services: Services, tx: Tx, caller: Caller, platform: Platform, person: Person) {
  const begun = await beginAdministrator(services, tx, platform, person)
  if (!begun) throw badFields({ path: 'administratorPhone', key: 'duplicate' })
  const { personId, ...next } = begun
  await recordRaise(tx, { personId, raisedBy: caller.personId, way: 'administrator' })
  await recordPlatform(tx, caller, 'administrator-added', platform.id, { name: person.name, phone: next.phoneMasked })
  return { personId, next }
}

/** Another administrator of a platform: one administrator of the installation asks, and another agrees. */
export const administratorApproval = defineApproval<Person & { platformName: string }>({
  kind: 'administrator',
  right: 'installation.manage',
  isAskedByStaff: true,
  say: (lang, { platformName, name, phone }) =>
    say(lang, 'operator', 'approval.administrator', { platformName, name, phone: maskPhone(phone) }),
  async apply(services, tx, caller, { subjectId, askedBy, request }) {
    const platform = await platformById(tx, subjectId!)
    const { personId } = await beginRaised(services, tx, caller, platform, request).catch((error: unknown) => {
      const isTaken = error instanceof AppError && error.code === 'bad-parameter'
      throw isTaken || isDuplicate(error, 'person_platform_id_phone_key') ? new AppError('approval-outdated') : error
    })
    await recordRaise(tx, { personId, raisedBy: askedBy, way: 'administrator' })
  },
  kept: ({ phone, ...request }) => ({ ...request, phone: maskPhone(phone) }),
})
