import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import type { HelpArticle, shownCalls } from '../../../contract/content/shown.ts'
import { wordIn } from '../parts/address.ts'
import { Answered } from '../parts/Answered.tsx'
import { useAnswer } from '../parts/answers.ts'
import { Banners } from '../parts/Banners.tsx'
import { readableHtml } from '../../kit/plain/readable-html.ts'
import { Previewed } from '../parts/Previewed.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'
import { SiteShell } from '../parts/SiteShell.tsx'
import { Trail } from '../parts/Trail.tsx'
import { usePreview } from '../parts/usePreview.ts'
import { HelpContents } from './HelpContents.tsx'
import { HelpSection } from './HelpSection.tsx'
import { HelpWays } from './HelpWays.tsx'
import { inSections } from './sections.ts'

const path = '/website-show/help-document'

/** Everything that helps, on one page: it is found by its words, and an anchor leads to each article. */
export function Help() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  const [keyWord, preview] = [wordIn(params, 'q'), usePreview()]
  const asked = useAnswer<typeof shownCalls.help>(
    { method: 'GET', path: 'content/help' },
    { query: { keyWord, preview } },
  )
  const list = asked.data?.list
  useAnchor(list !== undefined)
  const trail = [
    { name: t('site:trail.home'), path: '/' },
    { name: t('site:help.title'), path },
  ]
  return (
    <SiteShell
      works
      title={t('site:help.title')}
      description={t('site:help.lead')}
      facts={{ trail, questions: questionsIn(list ?? []) }}
    >
      <Trail trail={trail} />
      <h1>{t('site:help.title')}</h1>
      <p className="lead">{t('site:help.lead')}</p>
      <Previewed />
      <Banners place="HELP_TOP" />
      <SearchForm label={t('site:help.search')} keeps={{ preview }} />
      <Answered asked={asked}>{(found) => <Articles list={found.list} keyWord={keyWord} />}</Answered>
      <HelpWays />
    </SiteShell>
  )
}

const questionsIn = (list: HelpArticle[]) =>
  list
    .filter(({ section }) => section === 'QUESTION')
    .map(({ title, content }) => ({ question: title, answer: readableHtml(content) }))

/** The server never learns of an anchor: what it names is opened and shown once the articles are there. */
function useAnchor(isThere: boolean) {
  const { hash } = useLocation()
  useEffect(() => {
    const aim = isThere && hash ? document.getElementById(hash.slice(1)) : null
    if (!aim) return
    if (aim instanceof HTMLDetailsElement) aim.open = true
    aim.scrollIntoView()
  }, [hash, isThere])
}

function Articles({ list, keyWord }: { list: HelpArticle[]; keyWord: string | undefined }) {
  const { t } = useTranslation(['site'])
  const sections = inSections(list)
  return (
    <>
      <p className="note" role="status">
        {keyWord === undefined ? '' : t('site:help.count', { count: list.length })}
      </p>
      {list.length === 0 && (
        <div className="nothing">
          <p>{t(keyWord === undefined ? 'site:help.empty' : 'site:help.none')}</p>
          {keyWord !== undefined && (
            <p>
              <Link to={path}>{t('site:help.all')}</Link>
            </p>
          )}
        </div>
      )}
      {list.length > 0 && (
        <div className="help-page">
          <HelpContents sections={sections} />
          <div>
            {sections.map(({ section, articles }) => (
              <HelpSection key={section} section={section} articles={articles} isOpen={keyWord !== undefined} />
            ))}
          </div>
        </div>
      )}
    </>
  )
}
