import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { LegalKind, legalCalls } from '../../../contract/platform/legal.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { Answered } from '../parts/Answered.tsx'
import { useAnswer } from '../parts/answers.ts'
import { LegalPage } from './LegalPage.tsx'

/** Terms and privacy policy: the edition that applies, or one that somebody agreed to (`?edition=`). */
export function Legal({ page }: { page: LegalKind }) {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  const edition = params.get('edition')
  const asked = useAnswer<typeof legalCalls.read>(
    { method: 'GET', path: 'legal/{kind}' },
    { params: { kind: page }, query: edition ? { edition } : {} },
  )
  const sample = t(`site:legal.${page}.text`, { returnObjects: true }) as string[]
  return (
    <LegalPage page={page}>
      <Answered asked={asked}>
        {(found) => (
          <>
            {found.superseded && <p className="notice">{t('site:legal.superseded')}</p>}
            {!found.edition && <p className="notice">{t('site:legal.unpublished')}</p>}
            {found.edition && !found.text && (
              <div className="prose">
                {sample.map((p) => (
                  <p key={p}>{p}</p>
                ))}
              </div>
            )}
            {found.publishedAt && (
              <p className="note">
                {t('site:legal.edition', { edition: found.edition, at: formatInstant(found.publishedAt) })}
              </p>
            )}
            <div lang={found.lang} className="prose">
              {blocksOf(found.text ?? '').map(({ heading, text }, i) =>
                heading ? <h2 key={i}>{text}</h2> : <p key={i}>{text}</p>,
              )}
            </div>
          </>
        )}
      </Answered>
    </LegalPage>
  )
}

/** Paragraphs stand between blank lines; a line that begins with `#` is a heading. */
function blocksOf(text: string): { heading: boolean; text: string }[] {
  return text
    .split(/\n\s*\n|\n(?=#)|(?<=^#.*)\n/m)
    .map((block) => block.trim())
    .filter(Boolean)
    .map((block) => ({ heading: block.startsWith('#'), text: block.replace(/^#+\s*/, '') }))
}
