import { useTranslation } from 'react-i18next'
import type { ChainTrouble } from '../../../contract/trust/anchors.ts'

/** Why an anchor is not further on, and what to do about it. */
export function WhyNot({ reason }: { reason: ChainTrouble | null }) {
  const { t } = useTranslation(['operator'])
  return reason ? (
    <span className="skz-long">{t(`operator:choice.reason.${reason}`)}</span>
  ) : (
    <span className="skz-none">-</span>
  )
}
