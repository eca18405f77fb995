import { sql } from 'kysely'
import type { Written } from '../../contract/content/content.ts'
import type { ContentKind } from '../../contract/content/kinds.ts'
import type { Tx } from '../kit/db/db.ts'
import { newId } from '../kit/ids.ts'
import type { Services } from '../kit/services.ts'
import type { Config } from '../kit/settings/config.ts'
import { cleanHtml } from './clean-html.ts'
import * as repo from './content.repo.ts'
import { insertField } from './lawyers/lawyer-fields.repo.ts'
import { insertLawyer, lockFields, setPractice, setShown } from './lawyers/lawyers.repo.ts'
import { demoSamples } from './samples/demo.ts'
import { helpSamples } from './samples/help.ts'
import { lawyerSamples } from './samples/lawyers.ts'
import { newsSamples } from './samples/news.ts'
import { productSamples } from './samples/products.ts'
import type { Sample } from './samples/sample.types.ts'

interface Starting {
  kind: ContentKind
  samples: readonly Sample[]
  /** Where its category goes. */
  category?: 'newsType' | 'helpSection' | 'product' | 'place'
}

/** True of every platform of this software. */
const always: readonly Starting[] = [
  { kind: 'PRODUCT', samples: productSamples, category: 'product' },
  { kind: 'HELP', samples: helpSamples, category: 'helpSection' },
]
/** For trying it out. */
const local: readonly Starting[] = [
  { kind: 'NEWS', samples: newsSamples, category: 'newsType' },
  { kind: 'BANNER', samples: demoSamples.banners, category: 'place' },
  { kind: 'PARTNER', samples: demoSamples.partners },
]

/** A platform on which nobody has written anything yet begins with content that staff change as they like, or withdraw. */
export const writeStarterContent = ({ db, config }: Services, platformId: string) =>
  db.asSystem((tx) => beginContent(tx, config, platformId))

/** The same in the transaction that makes the platform. */
export async function beginContent(tx: Tx, { mode }: Pick<Config, 'mode'>, platformId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`content:${platformId}`}, 0))`.execute(tx)
  const any = await tx
    .selectFrom('contentItem')
    .select('id')
    .where('platformId', '=', platformId)
    .limit(1)
    .executeTakeFirst()
  if (any) return
  for (const { kind, samples, category } of mode === 'local' ? [...always, ...local] : always)
    for (const [i, sample] of samples.entries())
      await write(tx, platformId, writtenOf(kind, sample, category, (i + 1) * 10))
  if (mode === 'local') await writeLawyers(tx, platformId)
}

function writtenOf(kind: ContentKind, sample: Sample, category: Starting['category'], sort: number): Written {
  const {
    titleZh,
    titleEn,
    summaryZh = null,
    summaryEn = null,
    contentZh = null,
    contentEn = null,
    link = null,
    film = null,
  } = sample
  return {
    kind,
    titleZh,
    titleEn,
    summaryZh,
    summaryEn,
    contentZh: cleanHtml(contentZh),
    contentEn: cleanHtml(contentEn),
    picture: null,
    link,
    place: null,
    newsType: null,
    helpSection: null,
    film,
    video: null,
    captionsZh: null,
    captionsEn: null,
    product: null,
    sort,
    fromAt: null,
    untilAt: null,
    ...(category && sample.category ? { [category]: sample.category } : {}),
  }
}

async function write(tx: Tx, platformId: string, written: Written) {
  const itemId = newId()
  await repo.insertItem(tx, platformId, itemId, written.kind)
  await repo.insertVersion(tx, { itemId, platformId, version: 1 }, written, [])
  await repo.publish(tx, itemId)
}

async function writeLawyers(tx: Tx, platformId: string) {
  const { fields, lawyers } = lawyerSamples
  for (const [i, field] of fields.entries())
    await insertField(tx, platformId, newId(), { ...field, sort: (i + 1) * 10 })
  for (const [i, { practice, ...sample }] of lawyers.entries()) {
    const id = newId()
    const lawyer = { ...sample, portrait: null, phone: null, mail: null, sort: (i + 1) * 10 }
    await insertLawyer(tx, platformId, id, lawyer)
    const found = await lockFields(tx, platformId, [...practice])
    await setPractice(
      tx,
      platformId,
      id,
      found.map((field) => field.id),
    )
    await setShown(tx, id, true)
  }
}
