import {
  type OfficeTemplate,
  type OfficeTemplateInfo,
  TemplateContent,
  type TemplateBody,
  type TemplateFind,
} from '../../../contract/notarization/templates.ts'
import { findOpenableOffice } from '../../accounts/offices/offices.read.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { type AccountTx, isDuplicate } from '../../kit/db/db.ts'

import { AppError, badFields } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { required } from '../orders/orders.service.ts'
import {
  changeTemplate,
  findTemplate,
  findVersion,
  insertVersion,
  listTemplates,
  lockTemplate,
  type TemplateRecord,
  versionsOf,
} from './templates.repo.ts'

const contentOf = ({ content }: { content: unknown }) => TemplateContent.parse(content)

const shown = (t: TemplateRecord): OfficeTemplate => ({
  id: t.id,
  matterName: t.name,
  version: t.version,
  templateState: t.isOffered ? 'offered' : 'withdrawn',
  questionCount: contentOf(t).questions.length,
  personName: t.personName,
  changedAt: t.changedAt.toISOString(),
})

export const list = ({ db }: Services, caller: Caller, find: TemplateFind) =>
  db.forAccount(caller, async (tx) => {
    const { rows, ...rest } = await listTemplates(tx, caller.accountId, find)
    return { list: rows.map(shown), ...rest }
  })

export const get = ({ db }: Services, caller: Caller, id: string): Promise<OfficeTemplateInfo> =>
  db.forAccount(caller, async (tx) => {
    const found = required(await findTemplate(tx, caller.accountId, id))
    const versions = await versionsOf(tx, id)
    return {
      ...shown(found),
      content: contentOf(found),
      versions: versions.map(({ version, personName, createdAt }) => ({
        version,
        personName,
        at: createdAt.toISOString(),
      })),
    }
  })

export const version = ({ db }: Services, caller: Caller, id: string, number: number): Promise<TemplateContent> =>
  db.forAccount(caller, async (tx) => contentOf(required(await findVersion(tx, caller.accountId, id, number))))

/** Two matters of one office are never called the same. */
const named = async <T>(work: Promise<T>) =>
  work.catch((error: unknown) => {
    throw isDuplicate(error, 'office_template_name') ? badFields({ path: 'matterName', key: 'templateTaken' }) : error
  })

/** Only notary offices ask and tell by templates. */
async function requireNotaryOffice({ db }: Services, { platform, accountId }: Caller) {
  const office = await findOpenableOffice(db.system, platform.id, accountId)
  if (office?.kind !== 'notary-office') throw new AppError('forbidden')
}

export async function add(services: Services, caller: Caller, content: TemplateBody) {
  await requireNotaryOffice(services, caller)
  const id = newId()
  await named(
    services.db.forAccount(caller, async (tx) => {
      const { accountId, platform } = caller
      await tx
        .insertInto('officeTemplate')
        .values({ id, platformId: platform.id, accountId, name: content.matterName, version: 1 })
        .execute()
      await write(tx, caller, id, 1, content)
      await tellAct(tx, caller, 'templateAdded', { name: content.matterName })
    }),
  )
  return { id, version: 1 }
}

/** Writes the next version; what somebody else wrote since is not lost. */
export const change = (
  services: Services,
  caller: Caller,
  id: string,
  { version: seen, ...content }: TemplateBody & { version: number },
) =>
  named(
    services.db.forAccount(caller, async (tx) => {
      const before = required(await lockTemplate(tx, caller.accountId, id))
      if (before.version !== seen) throw new AppError('conflict')
      const next = seen + 1
      await write(tx, caller, id, next, content)
      await changeTemplate(tx, caller.accountId, id, { name: content.matterName, version: next })
      await tellAct(tx, caller, 'templateChanged', { name: content.matterName, version: next })
      return { id, version: next }
    }),
  )

const write = (tx: AccountTx, caller: Caller, templateId: string, number: number, content: TemplateBody) =>
  insertVersion(tx, {
    templateId,
    version: number,
    platformId: caller.platform.id,
    accountId: caller.accountId,
    personId: caller.personId,
    personName: caller.personName,
    content,
  })

export const setOffered = ({ db }: Services, caller: Caller, id: string, isOffered: boolean) =>
  db.forAccount(caller, async (tx) => {
    const { name, isOffered: was } = required(await lockTemplate(tx, caller.accountId, id))
    if (was === isOffered) return
    await changeTemplate(tx, caller.accountId, id, { isOffered })
    await tellAct(tx, caller, isOffered ? 'templateOffered' : 'templateWithdrawn', { name })
  })

const tellAct = (
  tx: AccountTx,
  caller: Caller,
  act: 'templateAdded' | 'templateChanged' | 'templateOffered' | 'templateWithdrawn',
  details: Record<string, unknown>,
) => recordAct(tx, caller, { action: `office.${act}`, subjectKind: 'office', subjectId: caller.accountId, details })
