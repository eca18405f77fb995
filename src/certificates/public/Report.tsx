import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Standing } from '../../../contract/notarization/standing.ts'
import { detailsOf, harmless, ownRoot, type Say } from '../../../proof/describe.ts'
import type { Fact } from '../../../proof/report.ts'
import type { FileReport } from '../../../proof/verify-file.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { useProofWords } from '../../kit/plain/useProofWords.ts'
import { TrustMore } from './TrustMore.tsx'
import type { Trusted } from './trusted.ts'
import { usePaperStanding } from './usePaperStanding.ts'
import { useRootOfSite } from './useRootOfSite.ts'

interface Props {
  report: FileReport
  fileName: string
  trusted: Trusted
  onTrust(by: Trusted): void
}

const looks = { valid: 'match', invalid: 'wrong', incomplete: 'open' } as const

/** What was found, fact by fact: each with when, by whom, and if it fails why. Never one tick alone. */
export function Report({ report, fileName, trusted, onTrust }: Props) {
  const { t, i18n } = useTranslation(['site'])
  const say = useProofWords()
  const root = ownRoot(report)
  const print = root?.detail['fingerprint']
  const compared = useRootOfSite(print === undefined ? undefined : String(print))
  const isOurs = report.verdict !== 'invalid' && compared === 'same'
  const standing = usePaperStanding(isOurs ? report.paper?.number : undefined)
  const ended = standing !== undefined && ['revoked', 'replaced'].includes(standing.standing)
  if (!say || !compared) return null
  const { verdict, statement, paper, kind } = report
  // One verdict on the root: this site's own was obtained apart from the file.
  const facts = report.facts.map((f) =>
    f === root && compared === 'same' ? { ...f, status: 'proven' as const, dependsOn: 'platform' as const } : f,
  )
  // Whoever forges a package brings a root of their own: without another source, all of it holds by that alone.
  const rests = root?.status === 'unavailable' && compared !== 'same'
  const number = statement?.number ?? facts.map((f) => f.detail['number']).find(Boolean)
  return (
    <section
      className={`result verdict ${verdict === 'valid' && (rests || ended) ? 'open' : looks[verdict]}`}
      aria-label={t('site:verify.title')}
    >
      <h2>{say(`verdict.${verdict}`)}</h2>
      <StandingNote standing={standing} />
      <p>{t(`site:verify.${verdict}`)}</p>
      {print !== undefined && verdict !== 'invalid' && (
        <div className={rests ? 'notice' : undefined}>
          {root?.status === 'unavailable' && <p>{t(`site:verify.rootOfSite.${compared}`)}</p>}
          <p className="note">
            {t('site:verify.root')} <code className="skz-break">{print}</code>
          </p>
        </div>
      )}
      {statement && (
        <p className="skz-break">
          <strong>{harmless(statement.name)}</strong>
          {' · '}
          {t('site:verify.owner', { name: harmless(statement.owner.name) })}
        </p>
      )}
      {paper && (
        <p className="skz-break">
          <strong>{harmless(paper.title[i18n.language === 'en' ? 1 : 0])}</strong>
          {` · ${harmless(paper.issuer)} · ${paper.number}`}
        </p>
      )}
      <ul className="proofs">
        {facts.map((fact, i) => (
          <ShownFact key={`${fact.code}${i}`} fact={fact} say={say} />
        ))}
      </ul>
      <TrustMore trusted={trusted} onTrust={onTrust} />
      <p className="verify-more">
        <button type="button" className="button" onClick={() => save({ ...report, facts }, fileName)}>
          {t('site:verify.save')}
        </button>
        {number !== undefined && (
          <Link className="button" reloadDocument to={`/website-show/query?no=${number}`}>
            {t('site:verify.ask')}
          </Link>
        )}
        <a className="button" href="/verify.mjs" download>
          {t('site:verify.program')}
        </a>
      </p>
      <p className="note">
        {t(`site:verify.about.${kind === 'file' ? 'package' : kind}`)} {t('site:verify.truth')}
      </p>
    </section>
  )
}

/** What became of a paper since, where this site sealed it. */
function StandingNote({ standing: known }: { standing: Standing | undefined }) {
  const { t } = useTranslation(['site'])
  if (!known || known.standing === 'unknown') return null
  const { standing, at, by } = known
  if (standing === 'stands') return <p className="note">{t('site:verify.standing.stands')}</p>
  return (
    <p className="notice" role="alert">
      <strong>{t(`site:verify.standing.${standing}`, { at: formatInstant(at), by })}</strong>
    </p>
  )
}

const marks = { proven: '✓', failed: '✗', unavailable: '–' } as const

function ShownFact({ fact, say }: { fact: Fact; say: Say }) {
  const { t } = useTranslation(['site'])
  const { code, status, dependsOn, time } = fact
  const more = detailsOf(say, fact)
  return (
    <li className={`proof ${status}`}>
      <span className="proof-mark" aria-hidden>
        {marks[status]}
      </span>
      <div>
        <strong>{say(`fact.${code}`)}</strong>
        <p className="note">
          {status === 'proven' ? say(`dependsOn.${dependsOn}`) : say(`status.${status}`)}
          {time && ` · ${t('site:verify.at', { at: formatInstant(time) })}`}
        </p>
        {more.map((line) => (
          <p key={line} className="note skz-break">
            {line}
          </p>
        ))}
      </div>
    </li>
  )
}

function save(report: FileReport, fileName: string) {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify({ file: fileName, at: new Date().toISOString(), ...report }, null, 2)], {
      type: 'application/json',
    }),
  )
  Object.assign(document.createElement('a'), { href: url, download: `${fileName}.report.json` }).click()
  URL.revokeObjectURL(url)
}
