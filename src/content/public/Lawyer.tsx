import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { lawyerCalls, LawyerDetails } from '../../../contract/content/lawyers.ts'
import { Answered } from '../../site/parts/Answered.tsx'
import { type Asked, useAnswer } from '../../site/parts/answers.ts'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { Trail } from '../../site/parts/Trail.tsx'
import { useFromTop } from '../../site/parts/useFromTop.ts'
import { langOf } from './choices.ts'
import { LazyCaseForm } from './LazyCaseForm.tsx'
import { LawyerPortrait } from './LawyerPortrait.tsx'
import { LawyerTags } from './LawyerTags.tsx'
import { lawyerPath, lawyersPath } from './wanted.ts'

/** As much of a text as search engines show. */
const longestDescription = 150

const isMissing = ({ refused }: Asked<LawyerDetails>) =>
  refused?.code === 'not-found' || refused?.code === 'bad-parameter'

/** One lawyer, and the form by which somebody asks them. */
export function Lawyer() {
  const { t } = useTranslation(['site'])
  const { id = '' } = useParams()
  useFromTop(id)
  const asked = useAnswer<typeof lawyerCalls.details>(
    { method: 'GET', path: 'lawyer/details/{a}/{b}' },
    { params: { a: id, b: '-' } },
  )
  const { data: lawyer } = asked
  if (isMissing(asked)) return <Missing />
  const trail = [
    { name: t('site:trail.home'), path: '/' },
    { name: t('site:lawyers.title'), path: lawyersPath() },
    ...(lawyer ? [{ name: lawyer.name, path: lawyerPath(lawyer) }] : []),
  ]
  return (
    <SiteShell
      title={lawyer ? [lawyer.name, lawyer.firm].join(' · ') : t('site:lawyers.title')}
      description={lawyer ? descriptionOf(lawyer) : t('site:lawyers.lead')}
      facts={lawyer ? { trail, picture: lawyer.avatar } : {}}
    >
      {lawyer ? <Trail trail={trail} lang={langOf(lawyer.name)} /> : <h1>{t('site:lawyers.title')}</h1>}
      <Answered asked={asked}>{(found) => <Read key={found.id} lawyer={found} />}</Answered>
    </SiteShell>
  )
}

const descriptionOf = ({ intro, name, firm, city, fields }: LawyerDetails) =>
  intro?.replaceAll(/\s+/g, ' ').trim().slice(0, longestDescription) ||
  [name, firm, city, ...fields.map((field) => field.name)].filter(Boolean).join(' · ')

function Read({ lawyer }: { lawyer: LawyerDetails }) {
  const { t } = useTranslation(['site'])
  return (
    <div className="lawyer-page">
      <article className="lawyer-about">
        <div className="lawyer-head">
          <LawyerPortrait lawyer={lawyer} />
          <div>
            <h1 lang={langOf(lawyer.name)}>{lawyer.name}</h1>
            <LawyerTags fields={lawyer.fields} />
          </div>
        </div>
        <Facts lawyer={lawyer} />
        <Intro text={lawyer.intro} />
        <Cases list={lawyer.cases} />
      </article>
      <section className="panel lawyer-case" aria-labelledby="case">
        <h2 id="case">{t('site:lawyers.case.title')}</h2>
        <LazyCaseForm lawyer={lawyer} />
      </section>
    </div>
  )
}

function Facts({ lawyer: { firm, city, years, licenceNo, contactMasked } }: { lawyer: LawyerDetails }) {
  const { t } = useTranslation(['site'])
  return (
    <dl className="lawyer-dl">
      <div>
        <dt>{t('site:lawyers.firm')}</dt>
        <dd lang={langOf(firm)}>{firm}</dd>
      </div>
      {city && (
        <div>
          <dt>{t('site:lawyers.city')}</dt>
          <dd>{city}</dd>
        </div>
      )}
      <div>
        <dt>{t('site:lawyers.experience')}</dt>
        <dd>{years ? t('site:lawyers.years', { count: years }) : t('site:lawyers.new')}</dd>
      </div>
      <div>
        <dt>{t('site:lawyers.licence')}</dt>
        <dd>{licenceNo}</dd>
      </div>
      {contactMasked && (
        <div>
          <dt>{t('site:lawyers.contact')}</dt>
          <dd>
            {contactMasked}
            <span className="note">{t('site:lawyers.contactNote')}</span>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** A blank line separates paragraphs; those that are alike are told apart by where they stand. */
function Intro({ text }: { text: string | null }) {
  const { t } = useTranslation(['site'])
  const paragraphs = (text ?? '').split(/\n\s*\n/).filter((paragraph) => paragraph.trim())
  if (!paragraphs.length) return null
  return (
    <section aria-labelledby="about">
      <h2 id="about">{t('site:lawyers.about')}</h2>
      <div className="prose lawyer-lines">
        {paragraphs.map((paragraph, i) => (
          <p key={`${i} ${paragraph}`} lang={langOf(paragraph)}>
            {paragraph}
          </p>
        ))}
      </div>
    </section>
  )
}

function Cases({ list }: { list: string[] }) {
  const { t } = useTranslation(['site'])
  if (!list.length) return null
  return (
    <section aria-labelledby="cases">
      <h2 id="cases">{t('site:lawyers.cases')}</h2>
      <div className="prose">
        <ul>
          {list.map((text, i) => (
            <li key={`${i} ${text}`} lang={langOf(text)}>
              {text}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Missing() {
  const { t } = useTranslation(['site'])
  return (
    <SiteShell title={t('site:lawyers.missing.title')} facts={{ missing: true }}>
      <h1>{t('site:lawyers.missing.title')}</h1>
      <p>{t('site:lawyers.missing.text')}</p>
      <p className="buttons">
        <Link className="button" to={lawyersPath()}>
          {t('site:lawyers.all')}
        </Link>
      </p>
    </SiteShell>
  )
}
