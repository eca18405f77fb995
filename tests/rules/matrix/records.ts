import { captureQueue } from '../../../server/captures/capture.queue.ts'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { WrittenKind } from '../../../contract/kit/records.ts'
import { listViewCalls } from '../../../contract/platform/list-views.ts'
import { openJobsTable } from '../../../server/kit/work/jobs.ts'
import { newId, newPreservationNumber } from '../../../server/kit/ids.ts'
import type { Tx } from '../../../server/kit/db/db.ts'
import type { Json } from '../../../server/kit/db/schema.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import { ownRecordSamples } from '../../kit/own-records.ts'
import { buildEvidence } from '../../kit/people/factories.ts'

/** One of each kind of record that a call can name. */
export interface Records {
  evidence: string
  number: string
  file: string
  failed: string
  running: string
  /** Evidence that waits to be confirmed. */
  waiting: string
  share: string
  feedback: string
  bundle: string
  batch: string
  view: string
  /** Of each kind that accounts keep for themselves. */
  own: Record<WrittenKind, string>
  sub: string
  /** A key of the open API. */
  key: string
  /** What its address was told. */
  callback: string
  person: string
  account: string
  act: string
  job: string
  message: string
  /** A message on its way to a vendor. */
  outboxed: string
  announcement: string
  /** An entry of the platform's dictionary. */
  choice: string
  /** A file that was sent for the account. */
  upload: string
  /** A file that was sent to be deposited. */
  sent: string
  /** The number of a hash deposit. */
  hash: string
  /** And of a work. */
  work: string
  /** One that came with the feedback. */
  picture: string
  /** An attempt to be verified, a picture of its papers, and what was agreed to for it. */
  identity: string
  identityPhoto: string
  consent: string
  /** A copy of their data. */
  dataCopy: string
  /** Beside the one that the owner acts with. */
  session: string
}

/** Text that stands in every record of an owner, and nowhere else. */
export const canaryOf = (owner: Member) => `canary-${owner.personId.slice(-12)}`

export const place = { provinceCode: '350000', cityCode: '350100', regionCode: '350102' }
const json = (value: unknown) => JSON.stringify(value) as unknown as Json

/** Records of an owner's own. What a sub-account keeps for its account (headers, addresses) is the account's. */
export async function buildRecords(t: TestApp, owner: Member, maker = owner): Promise<Records> {
  const canary = canaryOf(owner)
  const { db } = t.services
  const texts = { name: canary, url: `https://example.com/${canary}`, labels: [canary.slice(0, 20)], remark: canary }
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
  const [share, bundle, batch, feedback, announcement, choice, upload, picture, key, callback, ready] = [
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
      .values({ platformId: ids.platformId, type: 'lawyerField' })
      .onConflict((c) => c.doNothing())
      .execute()
    await tx
      .insertInto('dictionaryEntry')
      .values({ id: choice, platformId: ids.platformId, type: 'lawyerField', code: choice, name: canary })
      .execute()
    const sent = {
      ...ids,
      personId: owner.personId,
      scene: 'feedback',
      name: `${canary}.png`,
      mediaType: 'image/png',
      size: `content of ${evidence.number}`.length,
      sha256: Buffer.from(evidence.sha256, 'hex'),
    }
    await tx
      .insertInto('uploadedFile')
      .values([
        { ...sent, id: upload },
        { ...sent, id: picture, attachedAt: new Date() },
      ])
      .execute()
    await tx
      .insertInto('upload')
      .values({
        ...ids,
        id: ready,
        personId: owner.personId,
        name: `${canary}.txt`,
        size: sent.size,
        received: sent.size,
        state: 'ready',
        sha256: sent.sha256,
        sm3: sent.sha256,
        mediaType: 'text/plain',
        receivedAt: new Date(),
      })
      .execute()
    await tx
      .insertInto('hashDeposit')
      .values({
        evidenceId: hash.id,
        accountId: owner.accountId,
        claimedSha256: sent.sha256,
        fileName: `${canary}.txt`,
      })
      .execute()
    await tx
      .insertInto('apiKey')
      .values({
        ...ids,
        id: key,
        membershipId: maker.membershipId,
        name: canary,
        accessKey: randomUUID().replaceAll('-', ''),
        publicKey: Buffer.from(key),
        bits: 2048,
        fingerprint: key,
        callbackUrl: `https://example.com/${canary}`,
      })
      .execute()
    await tx
      .insertInto('callback')
      .values({
        ...ids,
        id: callback,
        keyId: key,
        event: 'evidence.failed',
        state: 'FAILED',
        data: JSON.stringify({ no: newPreservationNumber(), name: canary }) as never,
      })
      .execute()
    await tx
      .insertInto('apiCall')
      .values({
        ...ids,
        id: newId(),
        keyId: key,
        requestId: canary,
        operation: 'query',
        ip: '203.0.113.7',
        result: 'ok',
        milliseconds: 1,
      })
      .execute()
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
    act: act.id,
    job: job!.id,
    message,
    outboxed,
    announcement,
    choice,
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

/** An attempt that staff have not judged, with a picture that can be opened. */
async function buildIdentity({ services }: TestApp, owner: Member, ids: { platformId: string; accountId: string }) {
  const [identity, identityPhoto, consent] = [newId(), newId(), newId()]
  const [canary, of] = [canaryOf(owner), { ...ids, personId: owner.personId }]
  const sealed = await services.db.asSystem(async (tx) => ({
    text: await services.secrets.seal(tx, JSON.stringify({ name: canary, number: '11010519491231002X' }), identity),
    bytes: await services.secrets.sealBytes(tx, Buffer.from(canary), identityPhoto),
  }))
  const stored = await services.store.put(Readable.from([sealed.bytes]))
  await services.db.asSystem(async (tx) => {
    await tx
      .insertInto('realName')
      .values({
        ...of,
        id: identity,
        kind: 'PERSONAL',
        way: 'documents',
        status: 'REVIEWING',
        sealed: sealed.text,
        lookup: Buffer.from(canary),
        nameMasked: canary,
        numberMasked: canary,
      })
      .execute()
    await tx
      .insertInto('realNamePhoto')
      .values({
        ...of,
        id: identityPhoto,
        kind: 'FRONT',
        realNameId: identity,
        mediaType: 'image/png',
        size: canary.length,
        sha256: Buffer.from(stored.sha256, 'hex'),
      })
      .execute()
    const sha256 = Buffer.from(canary)
    await tx
      .insertInto('consentText')
      .values({ sha256, purpose: 'identity', version: '1', lang: 'en', words: canary })
      .execute()
    await tx
      .insertInto('consent')
      .values({
        id: consent,
        platformId: ids.platformId,
        personId: owner.personId,
        purpose: 'identity',
        version: '1',
        textSha256: sha256,
        ip: '203.0.113.7',
      })
      .execute()
  })
  return { identity, identityPhoto, consent }
}

async function liveSession(tx: Tx, { personId }: Member): Promise<string> {
  const id = newId()
  const { platformId } = await tx
    .selectFrom('person')
    .select('platformId')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('session')
    .values({
      id,
      tokenSha256: Buffer.from(id),
      platformId,
      personId,
      ip: '',
      userAgent: '',
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    .execute()
  return id
}

/** Names nothing that exists. */
export const absentRecords = (): Records => ({
  evidence: newId(),
  number: newPreservationNumber(),
  file: newId(),
  failed: newId(),
  running: newId(),
  waiting: newPreservationNumber(),
  share: newId(),
  feedback: newId(),
  bundle: newId(),
  batch: newId(),
  view: newId(),
  own: Object.fromEntries(ownRecordSamples.map(({ kind }) => [kind, newId()])) as Records['own'],
  sub: newId(),
  key: newId(),
  callback: newId(),
  person: newId(),
  account: newId(),
  act: newId(),
  job: newId(),
  message: newId(),
  outboxed: newId(),
  announcement: newId(),
  choice: newId(),
  upload: newId(),
  picture: newId(),
  session: newId(),
  identity: newId(),
  identityPhoto: newId(),
  consent: newId(),
  dataCopy: newId(),
  sent: newId(),
  hash: newPreservationNumber(),
  work: newPreservationNumber(),
})

export const otherHost = 'other.example'
const elsewhere = new WeakSet<Member>()

/** Members of the second platform speak to its host. */
export const hostOf = (member: Member): Record<string, string> => (elsewhere.has(member) ? { host: otherHost } : {})
export const ofOtherPlatform = (member: Member) => (elsewhere.add(member), member)

async function platformOf(t: TestApp, owner: Member) {
  const { platformId } = await t.services.db.system
    .selectFrom('account')
    .select('platformId')
    .where('id', '=', owner.accountId)
    .executeTakeFirstOrThrow()
  return platformId
}
