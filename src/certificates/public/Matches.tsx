import { useTranslation } from 'react-i18next'
import type { PublicMatch } from '../../../contract/certificates/share.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { MatchProof } from './MatchProof.tsx'

/** Which sealed evidence holds exactly these bytes. */
export function Matches({ asked, list }: { asked: { sha256: string } | { hash: string }; list: PublicMatch[] }) {
  const { t } = useTranslation(['site'])
  const found = list.length > 0
  return (
    <div className={found ? 'result match' : 'result none'}>
      <h2>{found ? t('site:query.match', { count: list.length }) : t('site:query.noMatch')}</h2>
      <p>{found ? t('site:query.matchText') : t('site:query.noMatchText')}</p>
      <p className="note">
        {'sha256' in asked ? 'SHA-256' : t('site:query.hash')}{' '}
        <code className="skz-break">{'sha256' in asked ? asked.sha256 : asked.hash}</code>
      </p>
      <ul className="matches">
        {list.map((m) => (
          <li key={`${m.ano}${m.fileName ?? ''}`}>
            <strong>{m.ano}</strong>
            <span>{t('site:query.sealedAt', { at: formatInstant(m.sealedAt) })}</span>
            <span>{t('site:query.owner', { name: m.ownerMasked })}</span>
            <MatchProof match={m} />
            {m.fileName && <span className="skz-break">{m.fileName}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
