import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../../contract/platform/audit.ts'
import type { Words } from '../../kit/resource/words.ts'

/** A part of an act in the reader's words, or a dash where there is nothing to say. */
export function ActText({ row, words }: { row: AuditEntry; words: (t: Words, row: AuditEntry) => string }) {
  const { t } = useTranslation(['common', 'audit'])
  return words(t, row) || <span className="skz-none">-</span>
}
