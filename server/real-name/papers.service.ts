import type { CardRead, LicenceRead } from '../../contract/real-name/certify.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { recordAct } from '../kit/audit/audit.ts'
import { countHit, type Limit } from '../kit/calls/rate-limits.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { say } from '../kit/words.ts'
import { ocrSettings } from './ocr/ocr.settings.ts'
import { openReader } from './ocr/open-reader.ts'
import type { PaperReader } from './ocr/paper-reader.ts'
import { hasConsent, requireConsent } from './consents.service.ts'
import * as photos from './photos.service.ts'

/** Each costs the platform money. So many are more than all attempts of a day have pictures, taken twice; whoever sends still more types. */
export const readings: Limit = { hits: 40, seconds: 86_400 }

const mayRead = ({ db }: Services, { personId }: Caller): Promise<boolean> =>
  countHit(db, `identity-read:${personId}`, readings).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false
      throw error
    },
  )

/** Only of somebody who agreed to that by itself; that it was handed over stands in the record. */
async function read<T extends { problem?: string | undefined }>(
  services: Services,
  caller: Caller,
  ask: (reader: PaperReader) => Promise<T>,
): Promise<T | null> {
  const { config, db } = services
  const settings = ocrSettings.of(config)
  if (!settings || !(await hasConsent(db.system, caller.personId, 'identityOcr'))) return null
  if (!(await mayRead(services, caller))) return null
  const reader = await openReader(settings)
  await db.asSystem((tx) =>
    recordAct(tx, caller, { action: 'identity.photoRead', subjectKind: 'person', subjectId: caller.personId }),
  )
  const { problem, ...said } = await ask(reader)
  return { ...(said as T), ...(problem ? { problem: say(caller.lang, 'real-name', `ocr.${problem}`) } : {}) }
}

/** A side of a card; nothing is kept of whoever did not agree to that. */
export async function takeCard(
  services: Services,
  caller: Caller,
  side: 'FRONT' | 'BACK',
  bytes: Buffer,
  field: string,
): Promise<{ fileId: string; ocr: CardRead | null }> {
  await requireConsent(services.db.system, caller, 'identity')
  const picture = photos.judge(bytes, field)
  const fileId = await photos.take(services, caller, side, picture)
  return { fileId, ocr: await read<CardRead>(services, caller, (reader) => reader.card(picture.bare, side)) }
}

export async function takePaper(
  services: Services,
  caller: Caller,
  kind: 'LICENSE' | 'LETTER',
  bytes: Buffer,
): Promise<{ fileId: string; ocr: LicenceRead | null }> {
  await requireConsent(services.db.system, caller, 'enterprise')
  const picture = photos.judge(bytes, 'file')
  const fileId = await photos.take(services, caller, kind, picture)
  return {
    fileId,
    ocr:
      kind === 'LICENSE' ? await read<LicenceRead>(services, caller, (reader) => reader.licence(picture.bare)) : null,
  }
}
