import { createHash } from 'node:crypto'
import {
  type Consent,
  type ConsentPurpose,
  consentPurposes,
  type ConsentText,
  consentVersions,
} from '../../contract/real-name/consents.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { AppError, badFields } from '../kit/errors.ts'
import { newId } from '../kit/ids.ts'
import type { Services } from '../kit/services.ts'
import { type Language, say } from '../kit/words.ts'
import { eraseOf } from './erase.ts'
import * as repo from './consents.repo.ts'

const textOf = (lang: Language, purpose: ConsentPurpose): ConsentText => ({
  purpose,
  version: consentVersions[purpose],
  title: say(lang, 'real-name', `consent.${purpose}.title`),
  words: say(lang, 'real-name', `consent.${purpose}.words`),
})

/** What is asked for today, in the reader's language. */
export const texts = (lang: Language): ConsentText[] => consentPurposes.map((purpose) => textOf(lang, purpose))

export async function list(services: Services, caller: Caller): Promise<{ list: Consent[]; texts: ConsentText[] }> {
  const rows = await services.db.forAccount(caller, (tx) => repo.consentsOf(tx, caller.personId))
  const given = rows.map((c) => ({
    ...c,
    purpose: c.purpose as ConsentPurpose,
    givenAt: c.givenAt.toISOString(),
    withdrawnAt: c.withdrawnAt?.toISOString() ?? null,
  }))
  return { list: given, texts: texts(caller.lang) }
}

/** Keeps what was agreed to in the very words that were read; who agreed to an older text agrees to this one from now on. */
export async function give(
  services: Services,
  caller: Caller,
  { purpose, version }: { purpose: ConsentPurpose; version: string },
) {
  if (version !== consentVersions[purpose]) throw badFields({ path: 'version', key: 'consentOld' })
  const { personId, platform, lang, ip } = caller
  const { title, words } = textOf(lang, purpose)
  const whole = `${title}\n\n${words}`
  const sha256 = createHash('sha256').update(whole).digest()
  return services.db.asSystem(async (tx) => {
    await repo.lockConsents(tx, personId)
    const live = await repo.liveConsent(tx, personId, purpose)
    if (live?.version === version) return { id: live.id }
    if (live) await repo.endConsent(tx, personId, live.id)
    const id = newId()
    await repo.keepText(tx, { sha256, purpose, version, lang, words: whole })
    await repo.insertConsent(tx, { id, platformId: platform.id, personId, purpose, version, textSha256: sha256, ip })
    await recordAct(tx, caller, {
      action: 'consent.given',
      subjectKind: 'person',
      subjectId: personId,
      details: { purpose, version, textSha256: sha256.toString('hex') },
    })
    return { id }
  })
}

/** Nothing that depends on a purpose begins without its consent. */
export async function requireConsent(db: Queryable, { personId }: Pick<Caller, 'personId'>, purpose: ConsentPurpose) {
  if (!(await hasConsent(db, personId, purpose))) throw new AppError('consent-needed')
}

/** Whether somebody agrees to a purpose in today's words. */
export const hasConsent = async (db: Queryable, personId: string, purpose: ConsentPurpose) =>
  (await repo.liveConsent(db, personId, purpose))?.version === consentVersions[purpose]

/** Whose data go with which consent: reading by a machine leaves none behind. */
const erased: Partial<Record<ConsentPurpose, Parameters<typeof eraseOf>[2]>> = {
  identity: ['documents'],
  identityAlipay: ['alipay'],
  enterprise: ['licence'],
}

export const withdraw = (services: Services, caller: Caller, id: string) =>
  services.db.asSystem(async (tx: Tx) => {
    await repo.lockConsents(tx, caller.personId)
    const ended = await repo.endConsent(tx, caller.personId, id)
    if (!ended) throw new AppError('not-found')
    const ways = erased[ended.purpose as ConsentPurpose] ?? []
    const gone = ways.length ? await eraseOf(tx, caller.personId, ways) : 0
    await recordAct(tx, caller, {
      action: 'consent.withdrawn',
      subjectKind: 'person',
      subjectId: caller.personId,
      details: { purpose: ended.purpose, version: ended.version, erased: gone },
    })
  })
