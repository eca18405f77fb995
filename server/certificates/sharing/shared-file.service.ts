import { createHash } from 'node:crypto'
import { playerOf } from '../../../contract/certificates/shared-files.ts'
import { filesOf, nameOfFile } from '../../evidence/evidence.read.ts'
import { lacksOriginal } from '../../evidence/trust-facts.service.ts'
import { recordAct, visitorAt } from '../../kit/audit/audit.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { tallyHitIn } from '../../kit/calls/rate-limits.ts'
import { storedReply } from '../../kit/calls/stored-reply.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { previewLink } from '../../registry/preview.service.ts'
import * as repo from './share.repo.ts'

interface Wanted {
  token: string
  /** Counted from 1. */
  position: number
}

async function requireFile(services: Services, visitor: Visitor, { token, position }: Wanted) {
  const shared = await repo.sharedPackage(services.db, visitor.platform.id, token)
  if (!shared) throw new AppError('share-gone')
  if (lacksOriginal(shared.evidence)) throw new AppError('original-missing')
  const file = (await services.db.asSystem((tx) => filesOf(tx, shared.evidence.id)))[position - 1]
  if (!file) throw new AppError('not-found')
  return { ...shared, file }
}
type Found = Awaited<ReturnType<typeof requireFile>>

/** A player asks for a film in many pieces, and a page shows many pictures: each browser is counted once an hour. */
async function recordLook({ db }: Services, visitor: Visitor, { shareId, evidence, file }: Found) {
  const isPicture = playerOf(file.mediaType) === 'image'
  const browser = createHash('sha256').update(visitor.userAgent).digest('base64url')
  const bucket = ['share', shareId, isPicture ? 'pictures' : file.id, originOf(visitor.ip), browser].join(':')
  await db.asSystem(async (tx) => {
    if ((await tallyHitIn(tx, bucket, 3_600)) > 1) return
    await repo.countView(tx, shareId)
    await recordAct(tx, visitorAt(visitor, evidence.accountId), {
      action: 'share.fileOpened',
      subjectKind: 'evidence',
      subjectId: evidence.id,
      ...(isPicture ? {} : { details: { file: file.path } }),
    })
  })
}

/** PDF is only ever saved from this origin: a browser's own reader runs its scripts under the name of the page that opened it. */
function kindOf(mediaType: string): Pick<ByteReply, 'mediaType' | 'disposition'> {
  const player = playerOf(mediaType)
  if (!player) return { mediaType: 'application/octet-stream', disposition: 'attachment' }
  return { mediaType, disposition: player === 'pdf' ? 'attachment' : 'inline' }
}

export async function openFile(services: Services, visitor: Visitor, wanted: Wanted): Promise<ByteReply> {
  const found = await requireFile(services, visitor, wanted)
  await recordLook(services, visitor, found)
  const { file, evidence } = found
  const name = nameOfFile(file.path, evidence.capture).split('/').at(-1)!
  const { mediaType, disposition } = kindOf(file.mediaType)
  return storedReply(
    services,
    { sha256: file.sha256, size: file.size, mediaType, fileName: `${evidence.number}-${name}` },
    {
      disposition,
      headers: { 'referrer-policy': 'no-referrer', 'cross-origin-resource-policy': 'same-origin' },
    },
  )
}

/** Enough for a page to load what it asked for: a link that was revoked meanwhile soon shows nothing. */
const previewSeconds = 60

export async function previewFile(services: Services, visitor: Visitor, wanted: Wanted) {
  const found = await requireFile(services, visitor, wanted)
  if (playerOf(found.file.mediaType) !== 'pdf') return { link: null }
  const { link } = await previewLink(services, visitor, found.file, previewSeconds)
  if (link) await recordLook(services, visitor, found)
  return { link }
}
