import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { lawyerCalls, ListedLawyer } from '../../../contract/content/lawyers.ts'
import { Answered } from '../../site/parts/Answered.tsx'
import { useAnswer } from '../../site/parts/answers.ts'
import { Pages } from '../../site/parts/Pages.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { Trail } from '../../site/parts/Trail.tsx'
import { useFromTop } from '../../site/parts/useFromTop.ts'
import { AskWithoutLawyer } from './AskWithoutLawyer.tsx'
import { useChoices } from './choices.ts'
import { LawyerCard } from './LawyerCard.tsx'
import { LawyerFilters } from './LawyerFilters.tsx'
import { lawyersPath, type Wanted, wantedIn } from './wanted.ts'

const pageSize = 12

/** Lawyers whom the platform shows: all of them, or of a city, a field or a name. */
export function Lawyers() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  const wanted = wantedIn(params)
  const { city, field, q, page } = wanted
  useFromTop(String(page))
  const choices = useChoices()
  const asked = useAnswer<typeof lawyerCalls.list>(
    { method: 'POST', path: 'lawyer/list' },
    { body: { pageNum: page, pageSize, cityId: city, fid: field, keyWord: q } },
  )
  const trail = [
    { name: t('site:trail.home'), path: '/' },
    { name: t('site:lawyers.title'), path: lawyersPath() },
  ]
  const title = [
    choices.cities?.find(({ cityId }) => cityId === city)?.name,
    choices.fields?.find(({ fid }) => fid === field)?.name,
    t('site:lawyers.title'),
    page > 1 && t('site:news.pages.page', { page }),
  ]
  return (
    <SiteShell works title={title.filter(Boolean).join(' · ')} description={t('site:lawyers.lead')} facts={{ trail }}>
      <Trail trail={trail} />
      <h1>{t('site:lawyers.title')}</h1>
      <p className="lead">{t('site:lawyers.lead')}</p>
      <LawyerFilters wanted={wanted} {...choices} />
      <Answered asked={asked}>
        {({ list, total }) => (
          <>
            <p className="note" role="status">
              {t('site:lawyers.count', { count: total })}
            </p>
            <Found list={list} wanted={wanted} />
            <Pages page={page} last={Math.ceil(total / pageSize)} at={(n) => lawyersPath({ ...wanted, page: n })} />
          </>
        )}
      </Answered>
      <AskWithoutLawyer />
    </SiteShell>
  )
}

function Found({ list, wanted: { city, field, q, page } }: { list: ListedLawyer[]; wanted: Wanted }) {
  const { t } = useTranslation(['site'])
  if (list.length)
    return (
      <ul className="lawyer-list">
        {list.map((lawyer) => (
          <LawyerCard key={lawyer.id} lawyer={lawyer} />
        ))}
      </ul>
    )
  const narrowed = Boolean(city || field || q) || page > 1
  return (
    <div className="nothing">
      <p>{t(narrowed ? 'site:lawyers.none' : 'site:lawyers.empty')}</p>
      <p>
        <a href="#case">{t('site:lawyers.ask')}</a>
      </p>
      {narrowed && (
        <p>
          <Link to={lawyersPath()}>{t('site:lawyers.all')}</Link>
        </p>
      )}
    </div>
  )
}
