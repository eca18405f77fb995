import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Standing, standingCalls } from '../../../contract/notarization/standing.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { ask } from '../../site/parts/api.ts'

/** What this site knows of a paper of its own since it was sealed: no file can tell that it was revoked. */
export function PaperStanding({ paperNumber }: { paperNumber: string }) {
  const { t } = useTranslation(['site'])
  const [known, setKnown] = useState<Standing>()
  useEffect(() => {
    let gone = false
    ask<typeof standingCalls.ofPaper>(
      { method: 'GET', path: 'query/paper/{paperNumber}' },
      { params: { paperNumber } },
    ).then(
      (answer) => gone || setKnown(answer),
      () => {},
    )
    return () => void (gone = true)
  }, [paperNumber])
  if (!known || known.standing === 'unknown') return null
  const { standing, at, by } = known
  if (standing === 'stands') return <p className="note">{t('site:verify.standing.stands')}</p>
  return (
    <p className="error" role="alert">
      {t(`site:verify.standing.${standing}`, { at: formatInstant(at), by })}
    </p>
  )
}
