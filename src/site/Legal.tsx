import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { LegalKind, legalCalls, LegalText } from '../../contract/platform/legal.ts'
import { formatInstant } from '../kit/plain/format.ts'
import { ask } from './parts/api.ts'
import { SiteShell } from './parts/SiteShell.tsx'

/** Terms and privacy policy: the edition that applies, or one that somebody agreed to (`?edition=`). */
export function Legal({ page }: { page: LegalKind }) {
  const { t, i18n } = useTranslation(['site'])
  const [params] = useSearchParams()
  const edition = params.get('edition')
  const [found, setFound] = useState<LegalText | { error: string }>()
  useEffect(() => {
    let gone = false
    ask<typeof legalCalls.read>(
      { method: 'GET', path: 'legal/{kind}' },
      { params: { kind: page }, query: edition ? { edition } : {} },
    ).then(
      (text) => gone || setFound(text),
      (e: Error) => gone || setFound({ error: e.message }),
    )
    return () => void (gone = true)
  }, [page, edition, i18n.language])
  const sample = t(`site:legal.${page}.text`, { returnObjects: true }) as string[]
  return (
    <SiteShell title={t(`site:legal.${page}.title`)} description={t(`site:legal.${page}.about`)} narrow>
      <h1>{t(`site:legal.${page}.title`)}</h1>
      {!found && <p aria-busy="true">{t('site:loading')}</p>}
      {found && 'error' in found && (
        <p className="error" role="alert">
          {found.error}
        </p>
      )}
      {found && 'edition' in found && (
        <>
          {found.superseded && <p className="notice">{t('site:legal.superseded')}</p>}
          {!found.edition && <p className="notice">{t('site:legal.unpublished')}</p>}
          {found.edition && !found.text && sample.map((p) => <p key={p}>{p}</p>)}
          {found.publishedAt && (
            <p className="note">
              {t('site:legal.edition', { edition: found.edition, at: formatInstant(found.publishedAt) })}
            </p>
          )}
          <div lang={found.lang}>
            {blocksOf(found.text ?? '').map(({ heading, text }, i) =>
              heading ? <h2 key={i}>{text}</h2> : <p key={i}>{text}</p>,
            )}
          </div>
        </>
      )}
    </SiteShell>
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
