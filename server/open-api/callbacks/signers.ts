import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { sql } from 'kysely'
import { callbackText } from '../../../contract/open-api/callbacks.ts'
import type { Database, Tx } from '../../kit/db/db.ts'
import { now } from '../../kit/db/now.ts'
import { newId } from '../../kit/ids.ts'
import type { SecretBox } from '../../kit/secrets/secret-box.ts'

/** Days for which a key that another took the place of signs along: receivers take over the new one meanwhile. */
export const overlapDays = 14

const present = (db: Database | Tx, platformId: string) =>
  ('system' in db ? db.system : db)
    .selectFrom('callbackSigner')
    .select(['id', 'publicKey', 'sealed', 'signsUntil'])
    .where('platformId', '=', platformId)
    .where((e) => e.or([e('signsUntil', 'is', null), e('signsUntil', '>', now)]))
    .orderBy(sql`signs_until`, (o) => o.desc().nullsFirst())

const rawOf = (publicKey: KeyObject) => Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
const fromRaw = (raw: Buffer) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' })

async function makeSigner(tx: Tx, secrets: SecretBox, platformId: string) {
  const id = newId()
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const sealed = await secrets.seal(tx, privateKey.export({ format: 'pem', type: 'pkcs8' }) as string, id)
  await tx
    .insertInto('callbackSigner')
    .values({ id, platformId, publicKey: rawOf(publicKey), sealed })
    .onConflict((c) => c.doNothing())
    .execute()
}

/** A platform has its key once somebody wants callbacks. */
export async function ensureSigner(db: Database, secrets: SecretBox, platformId: string): Promise<void> {
  const found = await db.system
    .selectFrom('callbackSigner')
    .select('id')
    .where('platformId', '=', platformId)
    .where('signsUntil', 'is', null)
    .executeTakeFirst()
  if (!found) await db.asSystem((tx) => makeSigner(tx, secrets, platformId))
}

/** Makes another key; the present one signs along for a while. False where there is none yet. */
export async function renewSigner(tx: Tx, secrets: SecretBox, platformId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('callbackSigner')
    .set({ signsUntil: sql<Date>`app_now() + make_interval(days => ${overlapDays})` })
    .where('platformId', '=', platformId)
    .where('signsUntil', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows) await makeSigner(tx, secrets, platformId)
  return numUpdatedRows > 0n
}

/** What receivers verify with. */
export async function publicSigners(db: Database, platformId: string) {
  const rows = await present(db, platformId).execute()
  return rows.map(({ publicKey, signsUntil }) => ({
    publicKey: `whpk_${publicKey.toString('base64')}`,
    pem: fromRaw(publicKey).export({ format: 'pem', type: 'spki' }) as string,
    signsUntil: signsUntil?.toISOString() ?? null,
  }))
}

/** Made anew where what was sealed had to be given up. */
async function signing(db: Database, secrets: SecretBox, platformId: string) {
  const rows = await present(db, platformId).execute()
  if (rows.length) return rows
  await ensureSigner(db, secrets, platformId)
  return present(db, platformId).execute()
}

/** The signature header: one signature by each key that signs now. */
export async function signCallback(
  db: Database,
  secrets: SecretBox,
  platformId: string,
  { id, timestamp, body }: { id: string; timestamp: string; body: string },
): Promise<string> {
  const rows = await signing(db, secrets, platformId)
  const signatures = await Promise.all(
    rows.map(async (row) => {
      const key = createPrivateKey(await secrets.open(row.sealed, row.id))
      return `v1a,${sign(null, Buffer.from(callbackText(id, timestamp, body)), key).toString('base64')}`
    }),
  )
  return signatures.join(' ')
}
