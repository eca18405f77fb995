import { alwaysWays, kindsFor, type MessageChoice } from '../../contract/messages/choices.ts'
import { maskMail, maskPhone } from '../../contract/kit/mask.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { badFields } from '../kit/errors.ts'
import { recordAct } from '../kit/audit/audit.ts'
import { changesOf } from '../kit/audit/changes.ts'
import type { Services } from '../kit/services.ts'
import { choicesOf, saveChoices } from './choices.repo.ts'
import { mailOf } from './messages.repo.ts'

export async function choices(services: Services, caller: Caller) {
  const mail = await mailOf(services.db, caller.personId)
  return services.db.forAccount(caller, async (tx) => ({
    possible: { mail: services.messages.can('mail'), sms: services.messages.can('sms') },
    mailMasked: mail && maskMail(mail),
    phoneMasked: maskPhone(caller.phone),
    list: (await choicesOf(tx, caller.personId, kindsFor(caller))).map((c) => ({
      ...c,
      always: [...alwaysWays(c.kind)],
    })),
  }))
}

const written = ({ page, mail, sms }: MessageChoice) =>
  Object.entries({ page, mail, sms })
    .flatMap(([way, on]) => (on ? [way] : []))
    .join()
const byKind = (all: MessageChoice[]) => Object.fromEntries(all.map((c) => [c.kind, written(c)]))

export const choose = (services: Services, caller: Caller, wanted: MessageChoice[]) =>
  services.db.forAccount(caller, async (tx) => {
    const kinds = kindsFor(caller)
    const wrong = wanted.findIndex(
      (c, i) =>
        !kinds.includes(c.kind) ||
        alwaysWays(c.kind).some((way) => !c[way]) ||
        wanted.findIndex((o) => o.kind === c.kind) !== i,
    )
    if (wrong >= 0) throw badFields({ path: `choices.${wrong}.page`, key: 'notAChoice' })
    const before = byKind(
      await choicesOf(
        tx,
        caller.personId,
        wanted.map((c) => c.kind),
      ),
    )
    const details = changesOf(before, byKind(wanted))
    if (!Object.keys(details.changes).length) return
    await saveChoices(tx, caller.personId, wanted)
    await recordAct(tx, caller, {
      action: 'message.chosen',
      subjectKind: 'person',
      subjectId: caller.personId,
      details,
    })
  })
