import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '../../contract/kit/call.ts'
import type { WrittenKind } from '../../contract/kit/records.ts'
import type { Right } from '../../contract/kit/rights.ts'

/**
 * A kind of record that accounts keep for themselves, as the rules that hold for all of them try it: rights, ownership, row-level
 * security and the record of acts. Found by its name, `tests/<domain>/<resource>.sample.ts`.
 */
export interface OwnRecordSample {
  kind: WrittenKind
  /** The name of its calls in `contract/calls.ts`. */
  group: string
  /** Of each right the calls that must need it, by their names; the contract is held against it. */
  rights: Partial<Record<Right, string>>
  calls: Record<'list' | 'create' | 'update' | 'remove' | 'removeMany' | 'makeDefault' | 'import', Call>
  /** A record of which no other is the same, as long as the text is another; some field of it begins with the text. */
  body(text: string): Record<string, unknown>
}

const tests = join(import.meta.dirname, '..')
const files = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.sample.ts'))

export const ownRecordSamples: readonly OwnRecordSample[] = await Promise.all(
  files.map(async (file) => ((await import(join(tests, file))) as { default: OwnRecordSample }).default),
)
