import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '../../../contract/platform/audit.ts'
import { detailLines } from './act-words.ts'

/** What an act tells besides who, what and when. */
export function ActDetails({ row }: { row: AuditEntry }) {
  const { t } = useTranslation([
    'common',
    'audit',
    'accounts',
    'captures',
    'evidence',
    'console',
    'messages',
    'notarization',
  ])
  const lines = detailLines(t, row)
  if (!lines.length) return <span className="skz-none">-</span>
  return (
    <ul className="skz-plain skz-long">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
