import { type Feedback, feedbackCalls, type ReviewedFeedback } from '../../../contract/evidence/feedback.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls } from '../../../contract/platform/files.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { isDuplicate } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import { announceEvidence } from '../announce-evidence.service.ts'
import { tell } from '../../kit/notify/news.ts'
import type { Services } from '../../kit/services.ts'
import { findEvidence } from '../evidence.read.ts'
import { attach, attached } from '../../platform/files.service.ts'
import { askRefund, nothingPaid, type Paid, refundable, refunded } from '../../payments/adjustments/refunds.service.ts'
import * as repo from './feedback.repo.ts'

/** Tells the operator what is wrong with collected evidence; one open matter at a time. */
export async function give(
  services: Services,
  caller: Caller,
  body: { ano: string; reason: string; content: string; images: string[] },
) {
  const id = newId()
  try {
    return await services.db.forAccount(caller, async (tx) => {
      const e = await findEvidence(tx, caller, { number: body.ano })
      if (!e) throw new AppError('not-found')
      if (e.status !== 'collected') throw new AppError('wrong-state')
      await attach(tx, caller, 'feedback', body.images, 'images')
      await repo.insertFeedback(tx, {
        id,
        platformId: caller.platform.id,
        accountId: caller.accountId,
        evidenceId: e.id,
        personName: caller.personName,
        reason: body.reason,
        content: body.content,
        images: body.images,
      })
      await recordAct(tx, caller, {
        action: 'feedback.given',
        subjectKind: 'evidence',
        subjectId: e.id,
        details: { reason: body.reason },
      })
      return { feedbackId: id, feedbackStatus: 'REVIEWING' as const }
    })
  } catch (error) {
    if (isDuplicate(error, 'evidence_feedback_open')) throw new AppError('feedback-open')
    throw error
  }
}

export async function withdraw(services: Services, caller: Caller, id: string) {
  return services.db.forAccount(caller, async (tx) => {
    const gone = await repo.withdrawOpen(tx, caller, id)
    if (gone)
      await recordAct(tx, caller, { action: 'feedback.withdrawn', subjectKind: 'evidence', subjectId: gone.evidenceId })
    return { withdrawn: gone !== undefined }
  })
}

const ofOwner = (id: string) => pathOf(fileCalls.sent, { id })

const shown = (
  f: repo.FeedbackRecord,
  { fen, units }: Paid = nothingPaid,
  addressOf: (picture: string) => string = ofOwner,
): Feedback => ({
  id: f.id,
  feedbackStatus: f.status as Feedback['feedbackStatus'],
  reason: f.reason as Feedback['reason'],
  content: f.content,
  images: f.images.map((id) => ({ id, url: addressOf(id) })),
  reply: f.reply,
  refunded: fen,
  refundedUnits: units,
  createdAt: f.createdAt.toISOString(),
  answeredAt: f.answeredAt?.toISOString() ?? null,
})

export async function latest(services: Services, caller: Caller, number: string): Promise<Feedback | null> {
  const found = await services.db.forAccount(caller, async (tx) => {
    const e = await findEvidence(tx, caller, { number })
    if (!e) throw new AppError('not-found')
    return repo.latestOf(tx, caller, e.id)
  })
  return found ? shown(found, (await refunded(services.db, [found.id])).get(found.id)) : null
}

export async function review(services: Services, caller: Caller, find: Parameters<typeof repo.listForReview>[2]) {
  const { rows, total } = await repo.listForReview(services.db, caller.platform.id, find)
  const cost = await refundable(
    services.db.system,
    rows.map((r) => r.evidenceId),
  )
  const given = await refunded(
    services.db,
    rows.map((r) => r.id),
  )
  const list = rows.map((r): ReviewedFeedback => ({
    ...shown(r, given.get(r.id), (picture) => pathOf(feedbackCalls.picture, { id: r.id, picture })),
    ano: r.number,
    url: r.url,
    completeness: r.completeness as ReviewedFeedback['completeness'],
    personName: r.personName,
    refundable: cost.get(r.evidenceId)?.fen ?? 0,
    refundableUnits: cost.get(r.evidenceId)?.units ?? 0,
  }))
  return { list, total, totalIsEstimate: false }
}

/** What an owner shows with their feedback is looked at by staff, and their record says so. */
export async function picture(services: Services, caller: Caller, id: string, file: string) {
  await services.db.asSystem(async (tx) => {
    const found = await repo.findByPicture(tx, caller.platform.id, id, file)
    if (!found) throw new AppError('not-found')
    await recordAct(
      tx,
      { ...caller, accountId: found.accountId },
      { action: 'feedback.pictureViewed', subjectKind: 'evidence', subjectId: found.evidenceId },
    )
  })
  return attached(services, caller, 'feedback', file)
}

/** One answer, once; the owner's page learns of it at once. */
export async function answer(
  services: Services,
  caller: Caller,
  id: string,
  { verdict, reply, refund }: { verdict: 'PASS' | 'REJECT'; reply: string; refund: boolean },
) {
  await services.db.asSystem(async (tx) => {
    const answered = await repo.answerOpen(tx, caller.platform.id, id, {
      status: verdict,
      reply,
      answeredBy: caller.personName,
    })
    if (!answered) throw new AppError('wrong-state')
    const operator = { ...caller, accountId: answered.accountId }
    await recordAct(tx, operator, {
      action: 'feedback.answered',
      subjectKind: 'evidence',
      subjectId: answered.evidenceId,
      details: { verdict },
    })
    if (refund && verdict === 'PASS') {
      const { accountId, evidenceId: subjectId, number } = answered
      await askRefund(tx, caller, { askedFor: id, accountId, subjectId, number, reason: reply })
    }
    await announceEvidence(tx, { id: answered.evidenceId, accountId: answered.accountId, personId: answered.personId })
    await tell(tx, services.jobs, {
      kind: 'feedbackAnswered',
      platformId: caller.platform.id,
      accountId: answered.accountId,
      personId: answered.personId,
      subjectId: answered.evidenceId,
      params: { number: answered.number, verdict, reply },
    })
  })
}
