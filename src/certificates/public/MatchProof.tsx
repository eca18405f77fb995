import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicMatch } from '../../../contract/certificates/share.ts'
import type { Place } from './judge-match.ts'

/** What the answer proves by itself: where the public log holds the statement, verified here. The rest is the platform's word, until its package is verified. */
export function MatchProof({ match }: { match: PublicMatch }) {
  const { t } = useTranslation(['site'])
  const [place, setPlace] = useState<Place | 'wrong'>()
  useEffect(() => {
    let gone = false
    if (match.logProof)
      void import('./judge-match.ts')
        .then(({ judgeMatch }) => judgeMatch(match))
        .then((found) => gone || setPlace(found ?? 'wrong'))
    return () => void (gone = true)
  }, [match])
  if (!match.logProof) return <span>{t('site:query.notLogged')}</span>
  if (!place) return null
  return place === 'wrong' ? (
    <span className="error" role="alert">
      {t('site:query.logWrong')}
    </span>
  ) : (
    <span className="skz-break">{t('site:query.logged', { ...place })}</span>
  )
}
