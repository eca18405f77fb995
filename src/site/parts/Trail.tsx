import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PageFacts } from '../../../contract/site/rendering.ts'

interface Props {
  trail: NonNullable<PageFacts['trail']>
  /** Of the last name. */
  lang?: string | undefined
}

/** Where the page stands: what leads to it, and itself. */
export function Trail({ trail, lang }: Props) {
  const { t } = useTranslation(['common'])
  return (
    <nav className="trail" aria-label={t('common:trail')}>
      <ol>
        {trail.map(({ name, path }, i) => (
          <li key={path}>
            {i < trail.length - 1 ? (
              <Link to={path}>{name}</Link>
            ) : (
              <span aria-current="page" lang={lang}>
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
