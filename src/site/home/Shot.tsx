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

/** A picture of the product in the reader's language; phones are sent a smaller one, old browsers WebP. */
export function Shot({ name, first = false }: Props) {
  const { t, i18n } = useTranslation(['site'])
  const { width, height } = shots[name]
  const address = `/pictures/${name}-${i18n.language === 'en' ? 'en' : 'zh'}`
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={`${address}-small.avif 720w, ${address}.avif ${width}w`}
        sizes="(max-width: 900px) 92vw, 560px"
      />
      <img
        className="shot"
        src={`${address}.webp`}
        width={width}
        height={height}
        alt={t(`site:home.shot.${name}`)}
        {...(first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
        decoding="async"
      />
    </picture>
  )
}
