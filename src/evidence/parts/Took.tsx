import { useTranslation } from 'react-i18next'
import { durationParts } from '../../kit/plain/format.ts'
import { sayKey, type Words } from '../../kit/resource/words.ts'

/** Seconds as days, hours, minutes and seconds (specification §9). */
export const tookText = (seconds: number | null, t: Words) =>
  seconds === null
    ? '-'
    : durationParts(seconds)
        .map((p) => sayKey(t, `evidence:duration.${p.unit}`, { count: p.count }))
        .join(' ')

export function Took({ seconds }: { seconds: number | null }) {
  const { t } = useTranslation(['evidence'])
  return <>{tookText(seconds, t)}</>
}
