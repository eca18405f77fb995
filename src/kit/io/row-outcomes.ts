import type { Words } from '../resource/words.ts'
import { sayKey } from '../resource/words.ts'
import type { Prepared } from './import/prepare.ts'
import type { Verdict } from './import/run-import.ts'

export const outcomes = ['new', 'exists', 'repeated', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

/** Outcome of a row: what becomes of it, and why. */
export interface RowOutcome {
  row: Prepared
  outcome: Outcome
  reasons: string[]
}

/** A row of which something was taken otherwise than it stands in the sheet, with what was taken. */
export interface RowRemarks {
  row: Prepared
  remarks: string[]
}

export const remarksOfRows = (
  rows: readonly Prepared[],
  headings: ReadonlyMap<string, string>,
  t: Words,
): RowRemarks[] =>
  rows
    .filter((row) => row.cleaned.length > 0)
    .map((row) => ({
      row,
      remarks: row.cleaned.map(({ field, text }) =>
        sayKey(t, 'common:import.taken', { name: headings.get(field) ?? field, text }),
      ),
    }))

export const isSendable = (row: Prepared) => !row.problems.length && row.repeats === undefined

/** Outcomes of the rows, as far as they are known, under the headings that people know; rows not reached yet are left out. */
export function outcomesOfRows(
  rows: readonly Prepared[],
  verdicts: ReadonlyMap<number, Verdict>,
  headings: ReadonlyMap<string, string>,
  t: Words,
): RowOutcome[] {
  const at = (field: string, message: string) =>
    headings.has(field) ? sayKey(t, 'common:import.at', { name: headings.get(field), message }) : message
  return rows.flatMap((row): RowOutcome[] => {
    if (row.problems.length)
      return [
        {
          row,
          outcome: 'refused',
          reasons: row.problems.map((p) => at(p.field, sayKey(t, `common:import.cell.${p.key}`))),
        },
      ]
    if (row.repeats !== undefined)
      return [{ row, outcome: 'repeated', reasons: [sayKey(t, 'common:import.sameAs', { n: row.repeats })] }]
    const verdict = verdicts.get(row.at)
    return verdict
      ? [{ row, outcome: verdict.outcome, reasons: verdict.problems.map((p) => at(p.path, p.message)) }]
      : []
  })
}
