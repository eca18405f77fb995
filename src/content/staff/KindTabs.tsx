import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { contentKinds } from '../../../contract/content/kinds.ts'

/** The list narrowed to one kind, by the filter in its address. */
export function KindTabs() {
  const { t } = useTranslation(['content'])
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const chosen = params.get('kind')
  return (
    <nav className="skz-tabs" aria-label={t('kinds.label')}>
      {[null, ...contentKinds].map((kind) => (
        <Link
          key={kind}
          to={kind ? `${pathname}?kind=${kind}` : pathname}
          aria-current={kind === chosen ? 'page' : undefined}
        >
          {kind ? t(`choice.kind.${kind}`) : t('kinds.all')}
        </Link>
      ))}
    </nav>
  )
}
