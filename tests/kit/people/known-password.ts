import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Member, TestApp } from '../build-test-app.ts'

/** What everybody who was given a password here has. */
export const knownPassword = 'a-password-of-tests'

const nonce = randomBytes(16)
const bare = (b: Buffer) => b.toString('base64').replace(/=+$/, '')
// The least that the algorithm takes: tests sign by the hundred.
const phc = promisify(argon2)('argon2id', {
  message: knownPassword,
  nonce,
  parallelism: 1,
  tagLength: 32,
  memory: 8,
  passes: 1,
}).then((tag) => `$argon2id$v=19$m=8,t=1,p=1$${bare(nonce)}$${bare(tag)}`)

/** Gives somebody the password above. */
export async function giveKnownPassword(t: TestApp, { personId }: Member) {
  const passwordPhc = await phc
  await t.services.db.asSystem((tx) =>
    tx.updateTable('person').set({ passwordPhc }).where('id', '=', personId).execute(),
  )
}
