import { captureQueue } from '../../../server/captures/capture.queue.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { listViewCalls } from '../../../contract/platform/list-views.ts'
import { openJobsTable } from '../../../server/kit/work/jobs.ts'
import { newId } from '../../../server/kit/ids.ts'
import type { Json } from '../../../server/kit/db/schema.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import { ownRecordSamples } from '../../kit/own-records.ts'
import { buildEvidence } from '../../kit/people/factories.ts'
import { localAuthority } from '../../trust/sample.ts'
import { buildIdentity, insertCalendarDay, insertFiles, insertKey, liveSession } from './insert-records.ts'
import { insertContent } from './insert-content.ts'
import { buildCase } from './insert-lawyers.ts'
import { buildInvoice } from './insert-invoices.ts'
import { buildJudicial } from './insert-judicial.ts'
import { buildMoney } from './money-records.ts'
import { canaryOf, hostOf, platformOf } from './owners.ts'
import type { Records } from './record-ids.ts'

export const place = { provinceCode: '350000', cityCode: '350100', regionCode: '350102' }
const json = (value: unknown) => JSON.stringify(value) as unknown as Json

/** Records of an owner's own. What a sub-account keeps for its account (headers, addresses) is the account's. */
export async function buildRecords(t: TestApp, owner: Member, maker = owner): Promise<Records> {
  const canary = canaryOf(owner)
  const { db } = t.services
  token ??= (await (await localAuthority()).stamp(new Uint8Array(32))).token
  const texts = {
    name: canary,
    url: `https://example.com/${canary}`,
    labels: [canary.slice(0, 20)],
    remark: canary,
    seen: canary,
    token,
  }
  const [evidence, failed, running, waiting] = [
    await buildEvidence(t, owner, texts),
    await buildEvidence(t, owner, { ...texts, status: 'failed' }),
    await buildEvidence(t, owner, { ...texts, status: 'collecting' }),
    await buildEvidence(t, owner, { ...texts, status: 'to-confirm', path: 'data/screenshot/preview.jpg' }),
  ]
  const hash = await buildEvidence(t, owner, { ...texts, category: 'ATTSETATIONHASH' })
  const work = await buildEvidence(t, owner, {
    ...texts,
    category: 'INTELLECTUAL_PROPERTY',
    request: {
      files: [],
      work: {
        title: canary,
        kind: 'music',
        author: canary,
        owner: canary,
        obtainWay: 'original',
        createdOn: '2026-01-02',
        publishState: 'unpublished',
        publishedOn: null,
        description: canary,
      },
    },
  })
  const [
    share,
    invitation,
    bundle,
    batch,
    feedback,
    announcement,
    choice,
    legal,
    upload,
    picture,
    key,
    callback,
    ready,
  ] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ]
  const ids = { platformId: await platformOf(t, owner), accountId: owner.accountId }
  const later = new Date(Date.now() + 3_600_000)
  await db.asSystem(async (tx) => {
    await tx
      .insertInto('share')
      .values({
        id: share,
        evidenceId: evidence.id,
        accountId: owner.accountId,
        tokenSha256: Buffer.from(share),
        withPackage: true,
        expiresAt: later,
      })
      .execute()
    await tx
      .insertInto('subInvitation')
      .values({
        ...ids,
        id: invitation,
        personId: owner.personId,
        phone: String(++invitedPhones),
        name: canary,
        tokenSha256: Buffer.from(invitation),
        expiresAt: later,
      })
      .execute()
    await tx
      .insertInto('bundle')
      .values({ id: bundle, accountId: owner.accountId, evidenceIds: [evidence.id], expiresAt: later })
      .execute()
    await tx
      .insertInto('extractionCode')
      .values({ evidenceId: evidence.id, accountId: owner.accountId, codePhc: 'x', expiresAt: later })
      .execute()
    await tx
      .insertInto('captureBatch')
      .values({
        ...ids,
        id: batch,
        personId: owner.personId,
        personName: canary,
        fileName: `${canary}.xlsx`,
        rows: json([{ row: 2, url: `https://example.com/${canary}`, name: '', label: '', remark: '' }]),
      })
      .execute()
    await tx
      .insertInto('evidenceFeedback')
      .values({
        ...ids,
        id: feedback,
        evidenceId: evidence.id,
        personName: canary,
        reason: 'OTHER',
        content: canary,
        images: [picture],
      })
      .execute()
    await tx
      .insertInto('announcement')
      .values({ id: announcement, platformId: ids.platformId, titleZh: canary, contentZh: canary })
      .execute()
    await tx
      .insertInto('dictionaryType')
      .values({ platformId: ids.platformId, type: 'evidenceLabel' })
      .onConflict((c) => c.doNothing())
      .execute()
    await tx
      .insertInto('dictionaryEntry')
      .values({ id: choice, platformId: ids.platformId, type: 'evidenceLabel', code: choice, name: canary })
      .execute()
    await tx
      .insertInto('legalEdition')
      .values({
        id: legal,
        platformId: ids.platformId,
        edition: legal.slice(-12),
        // The platform's own words, nobody's.
        agreementZh: '服务条款',
        privacyZh: '隐私政策',
        publishedAt: new Date('2020-01-01'),
      })
      .execute()
    await insertFiles(tx, ids, owner, evidence, { upload, picture, ready, hash: hash.id })
    await insertKey(tx, ids, maker, { key, callback, canary })
  })
  const as = <T>(reply: { data: T; success: boolean; errorMessage: string }) => {
    if (!reply.success) throw new Error(reply.errorMessage)
    return reply.data
  }
  const unique = randomUUID().slice(0, 8)
  const own = {} as Records['own']
  for (const { kind, calls, body } of ownRecordSamples)
    own[kind] = (
      as(await t.call(calls.create, { body: body(`${canary} ${unique}`) }, maker, hostOf(owner))) as unknown as {
        id: string
      }
    ).id
  const view = as(
    await t.call(
      listViewCalls.create,
      { body: { resource: 'evidence', name: `${canary} ${unique}`, query: `?keyWord=${canary}` } },
      owner,
      hostOf(owner),
    ),
  ).id
  const sub = (await t.sub(maker, { name: canary })).membershipId
  const session = await db.asSystem((tx) => liveSession(tx, owner))
  const message = newId()
  await db.system
    .insertInto('message')
    .values({
      ...ids,
      id: message,
      personId: owner.personId,
      kind: 'note',
      params: json({ title: canary, content: canary }),
      toldAt: new Date(),
      shown: true,
    })
    .execute()
  const act = await db.system
    .selectFrom('audit')
    .select('id')
    .where('accountId', '=', owner.accountId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.asSystem((tx) => t.services.jobs.enqueue(tx, captureQueue, { id: failed.id }))
  const {
    rows: [job],
  } = await sql<{ id: string }>`select id from ${openJobsTable} j where record_id = ${failed.id}`.execute(db.system)
  const outboxed = newId()
  await db.system
    .insertInto('messageOutbox')
    .values({
      id: outboxed,
      platformId: ids.platformId,
      channel: 'sms',
      recipient: '138****0000',
      template: 'login',
      text: canary,
    })
    .execute()
  const identity = await buildIdentity(t, owner, ids)
  const dataCopy = newId()
  await db.system
    .insertInto('dataExport')
    .values({
      id: dataCopy,
      platformId: ids.platformId,
      personId: owner.personId,
      state: 'READY',
      sha256: Buffer.from(evidence.sha256, 'hex'),
      size: `content of ${evidence.number}`.length,
      readyAt: new Date(),
      expiresAt: later,
    })
    .execute()
  return {
    ...identity,
    dataCopy,
    person: owner.personId,
    account: owner.accountId,
    ...(await buildMoney(t, ids, owner)),
    ...(await buildInvoice(t, ids, owner, evidence)),
    ...(await buildJudicial(t, ids, owner, evidence)),
    act: act.id,
    job: job!.id,
    message,
    outboxed,
    announcement,
    content: await db.asSystem((tx) => insertContent(tx, ids.platformId, canary)),
    ...(await buildCase(t, ids, owner, evidence)),
    choice,
    calendarDay: await insertCalendarDay(t, ids, owner),
    legal,
    upload,
    sent: ready,
    hash: hash.number,
    work: work.number,
    picture,
    evidence: evidence.id,
    number: evidence.number,
    file: evidence.fileId,
    failed: failed.id,
    running: running.id,
    waiting: waiting.number,
    share,
    invitation,
    feedback,
    bundle,
    batch,
    view,
    own,
    sub,
    key,
    callback,
    session,
  }
}

/** One for all: what it stamps is nobody's statement. */
let token: Uint8Array | undefined

/** An account has one open invitation for a phone. */
let invitedPhones = 13_612_344_321
