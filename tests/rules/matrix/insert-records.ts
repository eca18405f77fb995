import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { newId, newPreservationNumber } from '../../../server/kit/ids.ts'
import type { Tx } from '../../../server/kit/db/db.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import type { BuiltEvidence } from '../../kit/people/factories.ts'
import { canaryOf } from './owners.ts'

/** The columns that say whose a record is. */
export interface Of {
  platformId: string
  accountId: string
}

interface FileIds {
  upload: string
  picture: string
  /** Ready to be deposited. */
  ready: string
  /** Evidence that is a hash. */
  hash: string
}

/** Files that an owner has sent, and what is known of one whose hash they handed over; their content is that of `evidence`. */
export async function insertFiles(
  tx: Tx,
  of: Of,
  owner: Member,
  evidence: BuiltEvidence,
  { upload, picture, ready, hash }: FileIds,
) {
  const canary = canaryOf(owner)
  const sent = {
    ...of,
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
      ...of,
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
      evidenceId: hash,
      accountId: owner.accountId,
      claimedSha256: sent.sha256,
      fileName: `${canary}.txt`,
    })
    .execute()
}

/** A key of the open API, what its address was told, and a call that its program made. */
export async function insertKey(
  tx: Tx,
  of: Of,
  maker: Member,
  { key, callback, canary }: { key: string; callback: string; canary: string },
) {
  await tx
    .insertInto('apiKey')
    .values({
      ...of,
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
      ...of,
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
      ...of,
      id: newId(),
      keyId: key,
      requestId: canary,
      operation: 'query',
      ip: '203.0.113.7',
      result: 'ok',
      milliseconds: 1,
    })
    .execute()
}

/** An attempt that staff have not judged, with a picture that can be opened. */
export async function buildIdentity({ services }: TestApp, owner: Member, ids: Of) {
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

/** A session of theirs that nobody uses. */
export async function liveSession(tx: Tx, { personId }: Member): Promise<string> {
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

/** A platform has each day once. */
let calendarDays = 0

/** A holiday that one of a platform entered. */
export async function insertCalendarDay({ services }: TestApp, { platformId }: Of, owner: Member): Promise<string> {
  const id = newId()
  await services.db.asSystem((tx) =>
    sql`insert into calendar_day (id, platform_id, day, is_worked, name, person_id, person_name)
      values (${id}, ${platformId}, '2030-01-01'::date + ${++calendarDays}::int, false, '元旦', ${owner.personId}, ${canaryOf(owner)})`.execute(
      tx,
    ),
  )
  return id
}
