import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chown, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ConfigError } from '../settings/config.ts'
import type { Database, Tx } from '../db/db.ts'

/** Seals secrets that the service must read again, so that the database and its dumps alone give none away. */
export interface SecretBox {
  /** AES-256-GCM; what is sealed opens only for the same `of`, such as the person it belongs to. */
  seal(tx: Tx, secret: string, of: string): Promise<string>
  open(sealed: string, of: string): Promise<string>
  /** The same for a file that goes to the store: what lies there is ciphertext. */
  sealBytes(tx: Tx, bytes: Uint8Array, of: string): Promise<Buffer>
  openBytes(sealed: Uint8Array, of: string): Promise<Buffer>
  /** A keyed hash by which something sealed is found again; without the key nobody can try out what it is of. `use` keeps equal texts of different kinds apart. */
  lookup(text: string, use: string): Promise<Buffer>
  /** At a start: makes the key where none is needed yet, refuses a missing or another one where secrets are sealed. */
  prepare(db: Database): Promise<void>
}

interface Key {
  id: string
  bytes: Buffer
}

const fileName = 'secrets.key'

/** The key lies beside the signing keys: 32 bytes as base64, in a file that its owner alone reads. */
export function secretBox(keysDir: string): SecretBox {
  const path = join(keysDir, fileName)
  let known: Promise<Key> | undefined
  const key = () =>
    (known ??= ensureKey(path).catch((error: unknown) => {
      known = undefined
      throw error
    }))
  return {
    async seal(tx, secret, of) {
      const { id, bytes } = await key()
      await holdTo(tx, id, path)
      return `v1.${id}.${encrypt(bytes, Buffer.from(secret), of).toString('base64url')}`
    },
    async open(sealed, of) {
      const { id, bytes } = await key()
      const [version, sealedBy, text = ''] = sealed.split('.')
      if (version !== 'v1' || sealedBy !== id)
        throw new Error(`a secret was sealed with the key ${sealedBy}, and ${path} is ${id}`)
      return decrypt(bytes, Buffer.from(text, 'base64url'), of).toString('utf8')
    },
    async sealBytes(tx, plain, of) {
      const { id, bytes } = await key()
      await holdTo(tx, id, path)
      return encrypt(bytes, plain, of)
    },
    openBytes: async (sealed, of) => decrypt((await key()).bytes, sealed, of),
    async lookup(text, use) {
      const derived = hkdfSync('sha256', (await key()).bytes, '', `shimakaze lookup ${use}`, 32)
      return createHmac('sha256', Buffer.from(derived)).update(text).digest()
    },
    async prepare(db) {
      const held = await db.system.selectFrom('secretKey').select('id').executeTakeFirst()
      if (held && (await readKey(path))?.id !== held.id) throw anotherKey(path, held.id)
      await key()
    },
  }
}

function encrypt(key: Buffer, plain: Uint8Array, of: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(of))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Buffer, sealed: Uint8Array, of: string): Buffer {
  const opening = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(of))
    .setAuthTag(sealed.subarray(-16))
  return Buffer.concat([opening.update(sealed.subarray(12, -16)), opening.final()])
}

const anotherKey = (path: string, id: string) =>
  new ConfigError(
    `${path} is not the key that this installation's secrets are sealed with (${id}). Restore it from the backup or from the other machines. If it is lost: npm run admin -- forget-secrets, and everybody sets up the second step of signing in and verifies their identity anew.`,
  )

/** The first seal of an installation settles its key for every machine. */
async function holdTo(tx: Tx, id: string, path: string) {
  await tx
    .insertInto('secretKey')
    .values({ id })
    .onConflict((c) => c.doNothing())
    .execute()
  const held = await tx.selectFrom('secretKey').select('id').executeTakeFirstOrThrow()
  if (held.id !== id) throw anotherKey(path, held.id)
}

async function readKey(path: string): Promise<Key | undefined> {
  const text = await readFile(path, 'utf8').catch((e: NodeJS.ErrnoException) => {
    if (e.code !== 'ENOENT') throw e
  })
  if (text === undefined) return
  const bytes = Buffer.from(text.trim(), 'base64')
  if (bytes.length !== 32)
    throw new ConfigError(`${path} is not a key: it must hold 32 bytes as base64, as made by: openssl rand -base64 32`)
  return { id: createHash('sha256').update('shimakaze secrets ').update(bytes).digest('hex').slice(0, 16), bytes }
}

/** Written beside and linked: of several first starts one makes the key, the others read it whole. */
async function ensureKey(path: string): Promise<Key> {
  const found = await readKey(path)
  if (found) return found
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await file.sync()
    await file.close()
    await ownAsFolder(draft)
    await link(draft, path).catch((e: NodeJS.ErrnoException) => {
      if (e.code !== 'EEXIST') throw e
    })
  } finally {
    await rm(draft, { force: true })
  }
  return (await readKey(path))!
}

/** Root makes it for the service's own user. */
async function ownAsFolder(path: string) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(dirname(path))
  if (uid !== 0 || gid !== 0) await chown(path, uid, gid)
}
