import { checkNext, noneReached, unchained } from '../../kit/audit/audit-check.ts'
import type { Check, Finding } from './audit.ts'

export interface ActsCursor {
  number: number
  /** Of that batch, hexadecimal. */
  digest: string
}

const page = 10
/** What a row of the record weighs, about. */
const rowBytes = 500

/** Recomputes the record of acts, batch by batch, and compares each with its leaf in the log. */
export const checkActs: Check<ActsCursor> = async ({ db, pace }, cursor) => {
  const findings: Finding[] = []
  let reached = cursor ? { number: cursor.number, digest: Buffer.from(cursor.digest, 'hex') } : noneReached
  let acts = 0
  for (let i = 0; i < page; i++) {
    const next = await checkNext(db, reached)
    if (!next) return { cursor: undefined, counts: { acts }, findings: [...findings, ...(await strays())] }
    if (next.fault)
      findings.push({ what: 'acts-altered', place: String(next.reached.number), expected: '', found: next.fault })
    reached = next.reached
    acts += next.rows
    await pace(next.rows * rowBytes)
  }
  return { cursor: { number: reached.number, digest: reached.digest.toString('hex') }, counts: { acts }, findings }

  async function strays(): Promise<Finding[]> {
    const { fault } = await unchained(db)
    return fault ? [{ what: 'acts-altered', place: '', expected: '', found: fault }] : []
  }
}
