import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface Props {
  token: string
  withPackage: boolean
  className: string
}

/** What whoever holds a share link can go on with. */
export function SharedActions({ token, withPackage, className }: Props) {
  const { t } = useTranslation(['site'])
  return (
    <p className={className}>
      {withPackage && (
        <a className="button primary" href={`/shimakaze/share/${token}/package`}>
          {t('site:share.package')}
        </a>
      )}
      <Link className="button" to="/website-show/query">
        {t('site:share.check')}
      </Link>
    </p>
  )
}
