import { createDecipheriv, pbkdf2, scrypt, type ScryptOptions } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { z } from 'zod'
import { equal, fromHex, toHex } from '../../../proof/bytes.ts'
import { openKeccak } from '../../../proof/evm/keccak.ts'
import { ChainError } from './adapter.ts'

const hex = z
  .string()
  .regex(/^([0-9a-fA-F]{2})*$/)
  .transform(fromHex)
/** Bounds beyond what any wallet writes: the file must not be able to keep the process busy. */
const Scrypt = z.object({
  kdf: z.literal('scrypt'),
  kdfparams: z.object({
    n: z
      .int()
      .min(2)
      .max(2 ** 20),
    r: z.int().min(1).max(16),
    p: z.int().min(1).max(16),
    dklen: z.literal(32),
    salt: hex,
  }),
})
const Pbkdf2 = z.object({
  kdf: z.literal('pbkdf2'),
  kdfparams: z.object({
    c: z.int().min(1).max(10_000_000),
    prf: z.literal('hmac-sha256'),
    dklen: z.literal(32),
    salt: hex,
  }),
})
const Sealed = z.object({
  cipher: z.literal('aes-128-ctr'),
  ciphertext: hex.refine((b) => b.length === 32),
  cipherparams: z.object({ iv: hex.refine((b) => b.length === 16) }),
  mac: hex,
})
const Keystore = z.object({ version: z.literal(3), crypto: z.union([Sealed.and(Scrypt), Sealed.and(Pbkdf2)]) })

const unreadable = (why: string): never => {
  throw new ChainError('key-unreadable', why)
}

/** Nobody but its owner may read it, in a local installation neither. */
function readPrivate(path: string): string {
  try {
    if (statSync(path).mode & 0o077) unreadable(`${path} can be read by others than its owner: chmod 600 ${path}`)
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof ChainError) throw error
    return unreadable(`${path} (${String((error as NodeJS.ErrnoException).code)})`)
  }
}

/** The private key of a chain's account: in hexadecimal, or sealed in a keystore (version 3) as wallets write it. */
export async function readChainKey({
  keyFile,
  passphraseFile,
}: {
  keyFile: string
  passphraseFile?: string | undefined
}): Promise<`0x${string}`> {
  const text = readPrivate(keyFile)
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return `0x${text.replace('0x', '').toLowerCase()}`
  const keystore = Keystore.safeParse(parse(text))
  if (!keystore.success) return unreadable(`${keyFile} is neither 64 hexadecimal digits nor a keystore of version 3`)
  if (!passphraseFile) return unreadable(`${keyFile} is sealed: name passphraseFile`)
  return `0x${await open(keystore.data.crypto, readPrivate(passphraseFile))}`
}

function parse(text: string): unknown {
  try {
    const value = JSON.parse(text) as object
    // Older wallets write the name in capitals.
    return 'Crypto' in value ? { ...value, crypto: value.Crypto } : value
  } catch {
    return undefined
  }
}

async function open(sealed: z.output<typeof Keystore>['crypto'], passphrase: string): Promise<string> {
  const derived = await derive(sealed, passphrase).catch(() =>
    unreadable('the keystore asks for what scrypt does not do'),
  )
  const keccak = await openKeccak()
  if (!equal(keccak(Buffer.concat([derived.subarray(16, 32), sealed.ciphertext])), sealed.mac))
    unreadable('the passphrase does not open the keystore')
  const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), sealed.cipherparams.iv)
  return toHex(Buffer.concat([decipher.update(sealed.ciphertext), decipher.final()]))
}

const scrypted = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)
const stretched = promisify(pbkdf2)

async function derive(sealed: z.output<typeof Keystore>['crypto'], passphrase: string): Promise<Buffer> {
  if (sealed.kdf === 'pbkdf2') return stretched(passphrase, sealed.kdfparams.salt, sealed.kdfparams.c, 32, 'sha256')
  const { n, r, p, salt } = sealed.kdfparams
  return scrypted(passphrase, salt, 32, { N: n, r, p, maxmem: 256 * r * (n + p + 2) })
}
