import { useTranslation } from 'react-i18next'

/** Pictures of the product itself (`tests/bin/site-pictures.ts` takes them), with their sizes. */
const shots = {
  evidence: { width: 1200, height: 780 },
  capture: { width: 960, height: 624 },
  certificate: { width: 960, height: 624 },
  verify: { width: 960, height: 624 },
} as const

interface Props {
  name: keyof typeof shots
  /** In view when the page opens: it is asked for at once. */
  first?: boolean
}

/** A picture of the product in the reader's language; phones are sent a smaller one. */
export function Shot({ name, first = false }: Props) {
  const { t, i18n } = useTranslation(['site'])
  const { width, height } = shots[name]
  const address = `/pictures/${name}-${i18n.language === 'en' ? 'en' : 'zh'}`
  const set = (format: 'avif' | 'webp') => `${address}-small.${format} 720w, ${address}.${format} ${width}w`
  const sizes = '(max-width: 900px) 92vw, 560px'
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        className="shot"
        src={`${address}.webp`}
        srcSet={set('webp')}
        sizes={sizes}
        width={width}
        height={height}
        alt={t(`site:home.shot.${name}`)}
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        decoding="async"
      />
    </picture>
  )
}
