import { useTranslation } from 'react-i18next'
import type { ReviewedIdentity } from '../../../contract/real-name/review.ts'

/** The day by which staff promised an answer; what is late stands out. */
export function AnswerBy({ row: { answerBy, isLate } }: { row: ReviewedIdentity }) {
  const { t } = useTranslation(['real-name'])
  if (answerBy === null) return '-'
  return isLate ? <span className="skz-bad">{t('late', { by: answerBy })}</span> : answerBy
}
