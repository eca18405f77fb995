import { maskPhone } from '../../../contract/kit/mask.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Platform } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import { type Language, say } from '../../kit/words.ts'
import { platformName, publicUrlOf } from '../../platform/platform.service.ts'
import { createMember, findPersonByPhone } from '../people.repo.ts'

/** What an administrator does next. */
interface Next {
  passwordUrl: string
  phoneMasked: string
  /** Whether an SMS tells them. */
  told: boolean
}

/** The text that tells an administrator where to set their password. */
const template = 'administrator'

/** What somebody will do next once they are an administrator. Undefined where the phone is somebody's there already. */
export async function nextOfAdministrator(
  services: Services,
  tx: Tx,
  platform: Platform,
  phone: string,
): Promise<Next | undefined> {
  // Without these codes they could never come in.
  services.messages.require('sms', 'password')
  if (await findPersonByPhone(tx, platform.id, phone)) return undefined
  return {
    passwordUrl: `${publicUrlOf(services.config, platform)}/resetPassword`,
    phoneMasked: maskPhone(phone),
    told: services.messages.can('sms', template),
  }
}

/**
 * Somebody who sets a platform up. They have no password until they set one by a code to their phone, so nobody else ever knows it.
 * Undefined where the phone is somebody's there already.
 */
export async function beginAdministrator(
  services: Services,
  tx: Tx,
  platform: Platform,
  { name, phone, lang }: { name: string; phone: string; lang: Language },
): Promise<(Next & { personId: string }) | undefined> {
  const next = await nextOfAdministrator(services, tx, platform, phone)
  if (!next) return undefined
  const { accountId, personId } = await createMember(tx, {
    platformId: platform.id,
    phone,
    personName: name,
    accountName: platform.name.zh,
    kind: 'enterprise',
    role: 'administrator',
    passwordPhc: null,
    consentVersion: null,
    lang,
  })
  await recordAct(
    tx,
    { system: true, platform, accountId },
    { action: 'operator.created', subjectKind: 'person', subjectId: personId, details: { name, administrator: true } },
  )
  if (next.told) {
    const params = { platform: platformName(platform, lang), url: next.passwordUrl }
    const text = say(lang, 'accounts', `sms.${template}`, params)
    await services.messages.send(tx, {
      platformId: platform.id,
      channel: 'sms',
      recipient: phone,
      template,
      params,
      lang,
      text,
    })
  }
  return { personId, ...next }
}
