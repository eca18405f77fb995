import { useTranslation } from 'react-i18next'
import { SiteShell } from './parts/SiteShell.tsx'

/** Terms and privacy of a local installation; an operator's own texts take their place. */
export function Legal({ page }: { page: 'agreement' | 'privacy' }) {
  const { t } = useTranslation(['site'])
  const paragraphs = t(`site:legal.${page}.text`, { returnObjects: true }) as string[]
  return (
    <SiteShell title={t(`site:legal.${page}.title`)} description={paragraphs[1]} narrow>
      <h1>{t(`site:legal.${page}.title`)}</h1>
      {paragraphs.map((p) => (
        <p key={p}>{p}</p>
      ))}
    </SiteShell>
  )
}
