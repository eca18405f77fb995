import { argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { slots } from '../work/slots.ts'

const derive = promisify(argon2)
/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane. About 30 ms here. */
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
/** Each derivation holds 19 MiB. */
const withSlot = slots(4)

const bare = (b: Buffer) => b.toString('base64').replace(/=+$/, '')

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await withSlot(() => derive('argon2id', { message: password, nonce, ...cost }))
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(nonce)}$${bare(tag as Buffer)}`
}

/** Takes as long for a missing password as for a wrong one, so that time tells nobody which phones exist. */
export async function passwordMatches(password: string, phc: string | null): Promise<boolean> {
  const [, , , costs, salt, tag] = (phc ?? missing).split('$')
  const [memory, passes, parallelism] = costs!.split(',').map((c) => Number(c.slice(2)))
  const expected = Buffer.from(tag!, 'base64')
  const made = await withSlot(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt!, 'base64'),
      memory: memory!,
      passes: passes!,
      parallelism: parallelism!,
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(made as Buffer, expected) && phc !== null
}

const missing = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${bare(Buffer.alloc(16))}$${bare(Buffer.alloc(32))}`

/** Letters that cannot be mistaken for one another when read from a terminal. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Three groups of four, 59 bits: to be shown once. */
export const newPassword = () =>
  Array.from({ length: 14 }, (_, i) => (i % 5 === 4 ? '-' : alphabet[randomInt(alphabet.length)])).join('')
