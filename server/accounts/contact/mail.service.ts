import { maskMail } from '../../../contract/kit/mask.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { countHit } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { requireCode, type Scene, sendCode } from '../codes/codes.service.ts'
import { changePerson, readPerson } from '../people.repo.ts'
import { tellSecurity } from '../tell-security.service.ts'

const taking = (caller: Caller): Scene => ({ words: 'mail', channel: 'mail', of: caller.personId })

/** To the address itself, so that nobody gets mail there who does not read it. */
export async function sendMailCode(
  services: Services,
  caller: Caller,
  { mail, ...captcha }: { mail: string; captchaId: string; captcha: string },
) {
  // Whoever is signed in could otherwise make us write to one address after the other.
  await countHit(services.db, `mail-person:${caller.personId}`, { hits: 20, seconds: 86_400 })
  return sendCode(services, caller, taking(caller), { to: mail, ...captcha })
}

export async function setMail(
  services: Services,
  caller: Caller,
  { mail, codeId, code }: { mail: string; codeId: string; code: string },
) {
  services.messages.require('mail')
  await requireCode(services, caller, taking(caller), mail, { codeId, code })
  await services.db.asSystem((tx) => change(services, tx, caller, mail))
}

export const removeMail = (services: Services, caller: Caller) =>
  services.db.asSystem((tx) => change(services, tx, caller, null))

async function change(services: Services, tx: Tx, caller: Caller, mail: string | null) {
  const { mail: before } = await readPerson(tx, caller.personId)
  if (before === mail) return
  await changePerson(tx, caller.personId, { mail })
  const shown = (address: string | null) => address && maskMail(address)
  await recordAct(tx, caller, {
    action: 'person.mailChanged',
    subjectKind: 'person',
    subjectId: caller.personId,
    details: { changes: { mail: { from: shown(before), to: shown(mail) } } },
  })
  await tellSecurity(services, tx, caller, 'mailChanged')
}
