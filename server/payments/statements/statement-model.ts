import type { StatementFormat } from '../../../contract/payments/statements.ts'
import type { Language } from '../../kit/words.ts'
import type { LineRecord, MonthRecord } from './statements.repo.ts'

/** All that a statement shows, as it is handed to the thread that writes it. */
export interface StatementModel {
  format: StatementFormat
  language: Language
  platform: string
  account: string
  /** The platform's colour. */
  accent?: string | undefined
  /** Milliseconds. */
  madeAt: number
  head: MonthRecord
  lines: LineRecord[]
}
