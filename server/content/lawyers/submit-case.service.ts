import { maskName, maskPhone } from '../../../contract/kit/mask.ts'
import { type CaseFormBody, caseFormConsent } from '../../../contract/content/lawyers.ts'
import { requireCode, type Scene, sendCode } from '../../accounts/codes/codes.service.ts'
import { cityName } from '../../addresses/place-names.read.ts'
import { recordAct, visitorAt } from '../../kit/audit/audit.ts'
import type { Caller, Visitor } from '../../kit/calls/caller.ts'
import type { Guest } from '../../kit/calls/implement.ts'
import { countHit } from '../../kit/calls/rate-limits.ts'
import type { Tx } from '../../kit/db/db.ts'
import { badFields } from '../../kit/errors.ts'
import { newId, newOrderNumber } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { attach } from '../../platform/files.service.ts'
import { requirePlatform } from '../../platform/platform.service.ts'
import { caseFormQueue } from './case-form.queue.ts'
import * as repo from './case-forms.repo.ts'
import { isField, isShown } from './directory.read.ts'

/** The text that shows somebody to be there; its code answers for case forms and nothing else. */
const sending: Scene = { words: 'prove', of: 'case-form' }

export function sendCaseCode(
  services: Services,
  visitor: Visitor,
  {
    phone: to,
    notaryId,
    ...captcha
  }: { phone: string; captchaId: string; captcha: string; notaryId?: string | undefined },
) {
  requirePlatform(visitor.platform, notaryId)
  return sendCode(services, visitor, sending, { to, ...captcha })
}

/** What is asked must lead to somebody; a visitor has no files, for none was sent in a session. */
async function judge({ db: { system } }: Services, { platform, caller }: Guest, body: CaseFormBody) {
  const { lawyerId, cityId, fid, fileIds } = body
  const problems = [
    ...(lawyerId && !(await isShown(system, platform.id, lawyerId)) ? [{ path: 'lawyerId', key: 'notAChoice' }] : []),
    ...(fid && !(await isField(system, platform.id, fid)) ? [{ path: 'fid', key: 'notAChoice' }] : []),
    ...(cityId && !cityName(cityId) ? [{ path: 'cityId', key: 'division' }] : []),
    ...(caller ? [] : fileIds.map((_, i) => ({ path: `fileIds.${i}`, key: 'uploadGone' }))),
  ]
  if (problems.length) throw badFields(...problems)
}

/** Whoever is signed in with the phone has proved it; everybody else by a code that was sent there. */
async function requirePhone(services: Services, { caller, ...visitor }: Guest, { phone, codeId, code }: CaseFormBody) {
  if (caller?.phone === phone) return
  if (!code) throw badFields({ path: 'code', key: 'required' })
  await requireCode(services, visitor, sending, phone, { codeId, code })
}

/** Staff read each: one phone sends a few a day, one person too. */
async function holdBack({ db }: Services, { platform, caller }: Guest, phone: string) {
  const few = { hits: 10, seconds: 86_400 }
  await countHit(db, `case-form:${platform.id}:${phone}`, few)
  if (caller) await countHit(db, `case-form-person:${caller.personId}`, few)
}

/** What somebody asks of a lawyer, or of whomever the platform finds. */
export async function submitCase(services: Services, guest: Guest, body: CaseFormBody) {
  await judge(services, guest, body)
  await requirePhone(services, guest, body)
  await holdBack(services, guest, body.phone)
  const { platform, caller } = guest
  const id = newId()
  const form = {
    id,
    number: newOrderNumber(),
    platformId: platform.id,
    lawyerId: body.lawyerId ?? null,
    // Sealed beforehand: an account's own role reaches no keys.
    sealed: await services.db.asSystem((tx) =>
      services.secrets.seal(tx, JSON.stringify({ name: body.name, phone: body.phone }), id),
    ),
    nameMasked: maskName(body.name, 'personal'),
    phoneMasked: maskPhone(body.phone),
    cityCode: body.cityId ?? null,
    fieldId: body.fid ?? null,
    title: body.title,
    content: body.content,
    files: body.fileIds,
    consentVersion: caseFormConsent,
  }
  if (caller) await sendAs(services, caller, form)
  else
    await services.db.asSystem(async (tx) => {
      const person = await repo.personAt(tx, platform.id, body.phone)
      await repo.insertCase(tx, { ...form, accountId: null, personId: person?.id ?? null })
      await told(services, tx, visitorAt(guest, null), form)
    })
  return { caseId: id, number: form.number }
}

type Form = Omit<repo.NewCase, 'accountId' | 'personId'>

const sendAs = (services: Services, caller: Caller, form: Form) =>
  services.db.forAccount(caller, async (tx) => {
    await attach(tx, caller, 'front', form.files, 'fileIds')
    await repo.insertCase(tx, { ...form, accountId: caller.accountId, personId: caller.personId })
    await told(services, tx, caller, form)
  })

async function told(
  { jobs }: Services,
  tx: Tx,
  actor: Parameters<typeof recordAct>[1],
  { id, number, lawyerId, files }: Form,
) {
  await recordAct(tx, actor, {
    action: 'caseForm.sent',
    subjectKind: 'case-form',
    subjectId: id,
    details: { number, files: files.length },
  })
  if (lawyerId) await jobs.enqueue(tx, caseFormQueue, { id })
}
