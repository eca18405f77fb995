import { useTranslation } from 'react-i18next'
import type { Found } from '../../../contract/evidence/evidence.ts'

/** Signs before the word that leave it in sight where a cell cuts the line. */
const shownBefore = 3

function shortened(before: string): string {
  const signs = [...before]
  return signs.length > shownBefore ? `…${signs.slice(-shownBefore).join('')}` : before
}

/** The word that was looked for, where it stands on the captured page. */
export function FoundOnPage({ found: { before, word, after } }: { found: Found }) {
  const { t } = useTranslation(['evidence'])
  return (
    <small className="skz-found" title={before + word + after}>
      <span>{t('found')}</span>
      {shortened(before)}
      <mark>{word}</mark>
      {after}
    </small>
  )
}
