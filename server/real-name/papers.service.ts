import type { CardRead, LicenceRead } from '../../contract/real-name/certify.ts'
import type { Caller } from '../kit/caller.ts'
import type { Services } from '../kit/services.ts'
import { requireConsent } from './consents.service.ts'
import * as photos from './photos.service.ts'

/** A side of a card; nothing is kept of whoever did not agree to that. */
export async function takeCard(services: Services, caller: Caller, side: 'FRONT' | 'BACK', bytes: Buffer, field: string): Promise<{ fileId: string; ocr: CardRead | null }> {
  await requireConsent(services.db.system, caller, 'identity')
  const picture = photos.judge(bytes, field)
  return { fileId: await photos.take(services, caller, side, picture), ocr: null }
}

export async function takePaper(services: Services, caller: Caller, kind: 'LICENSE' | 'LETTER', bytes: Buffer): Promise<{ fileId: string; ocr: LicenceRead | null }> {
  await requireConsent(services.db.system, caller, 'enterprise')
  const picture = photos.judge(bytes, 'file')
  return { fileId: await photos.take(services, caller, kind, picture), ocr: null }
}
