import type { Dictionary } from '../../../contract/platform/dictionary.ts'
import {
  type LegalBody,
  type LegalEdition,
  type LegalFind,
  type LegalKind,
  legalKinds,
  legalPages,
  type LegalText,
  sampleEdition,
} from '../../../contract/platform/legal.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { addDay } from '../../../contract/kit/time.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller, Platform, Visitor } from '../../kit/calls/caller.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { shanghaiDay } from '../../../contract/kit/shanghai-time.ts'
import { lockPlatform } from '../settings.repo.ts'
import * as repo from './legal.repo.ts'

const shown = ({ publishedAt, ...e }: repo.EditionRecord): LegalEdition => ({
  ...e,
  publishedAt: publishedAt.toISOString(),
})

/** A local installation lets people try it on sample texts; one for the public has to publish its own first. */
const sampleOf = ({ config }: Services) => (config.mode === 'local' ? sampleEdition : undefined)

/** What pages tell of the texts that apply; empty where there are none. */
export async function legalFilesOf(
  services: Services,
  { id }: Pick<Platform, 'id'>,
): Promise<Dictionary['frontPlatformInfo']['files']> {
  const [latest] = await repo.latestEditions(services.db.system, id)
  const edition = latest?.edition ?? sampleOf(services)
  return edition ? legalKinds.map((kind) => ({ kind, edition, url: legalPages[kind] })) : []
}

/**
 * Whoever opens an account agrees to what applies. One who was reading when another edition was published agreed to what they read: for a day
 * the one before is taken too.
 */
export async function requireAgreement(services: Services, platform: Platform, edition: string) {
  const problems = await judgeAgreement(services, platform, edition)
  if (problems.length) throw badFields(...problems)
}

/** The same as fields; throws where nothing could be agreed to. */
export async function judgeAgreement(services: Services, platform: Platform, edition: string): Promise<FieldProblem[]> {
  const [latest, second] = await repo.latestEditions(services.db.system, platform.id)
  const applies = latest?.edition ?? sampleOf(services)
  if (!applies) throw new AppError('terms-missing')
  const before = second?.edition ?? sampleOf(services)
  const lately = latest && Date.now() < addDay(latest.publishedAt.getTime()) ? before : undefined
  return edition === applies || edition === lately ? [] : [{ path: 'agreementVersion', key: 'termsOld' }]
}

export async function read(
  services: Services,
  { platform, lang }: Visitor,
  kind: LegalKind,
  edition: string | undefined,
): Promise<LegalText> {
  const { system } = services.db
  const wanted = edition ?? (await repo.latestEditions(system, platform.id))[0]?.edition
  const found = wanted === undefined ? undefined : await repo.findEdition(system, platform.id, { edition: wanted })
  if (!found) {
    const sample = sampleOf(services)
    if (edition && edition !== sample) throw new AppError('not-found')
    return { edition: sample ?? '', publishedAt: null, text: null, lang, superseded: false }
  }
  const english = lang === 'en' ? found[`${kind}En`] : null
  return {
    edition: found.edition,
    publishedAt: found.publishedAt.toISOString(),
    text: english ?? found[`${kind}Zh`],
    lang: english ? 'en' : 'zh-CN',
    superseded: !found.current,
  }
}

export async function list(services: Services, { platform }: Caller, find: LegalFind) {
  const { rows, ...rest } = await repo.listEditions(services.db.system, platform.id, find)
  return { list: rows.map(shown), ...rest }
}

export async function get(services: Services, { platform }: Caller, id: string) {
  const found = await repo.findEdition(services.db.system, platform.id, { id })
  if (!found) throw new AppError('not-found')
  return shown(found)
}

export const publish = (services: Services, caller: Caller, body: LegalBody) =>
  services.db.asSystem(async (tx) => {
    const { id: platformId } = caller.platform
    await lockPlatform(tx, platformId)
    const day = shanghaiDay(new Date())
    const earlier = await repo.editionsOfDay(tx, platformId, day)
    const edition = earlier ? `${day}.${earlier + 1}` : day
    const id = newId()
    await repo.insertEdition(tx, { ...body, id, platformId, edition })
    await recordAct(
      tx,
      { ...caller, accountId: null },
      { action: 'legal.published', subjectKind: 'platform', subjectId: platformId, details: { edition } },
    )
    return { id, edition }
  })
