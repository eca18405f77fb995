import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Contacts } from '../../kit/plain/Contacts.tsx'
import { useChainClaim, usePlatform } from './platform.ts'
import { usePlatformName } from './head.ts'

const columns = {
  product: [
    ['register', '/registry'],
    ['query', '/website-show/query'],
    ['chain', '/chain'],
  ],
  resources: [
    ['news', '/website-show/news'],
    ['help', '/website-show/help-document'],
    ['lawyers', '/website-show/lawyers'],
    ['api', '/docs'],
  ],
  rules: [
    ['agreement', '/service-agreement'],
    ['privacy', '/privacy-one'],
    ['identity', '/privacy-two'],
    ['collected', '/privacy-three'],
    ['shared', '/privacy-four'],
  ],
} as const

export function SiteFoot() {
  const { t } = useTranslation(['site', 'common'])
  const name = usePlatformName()
  const info = usePlatform()?.basicInfo
  const hasChain = useChainClaim() !== 'none'
  return (
    <footer className="foot">
      <div className="foot-columns">
        {Object.entries(columns).map(([column, places]) => (
          <nav key={column} aria-label={t(`site:foot.${column as keyof typeof columns}`)}>
            <h2>{t(`site:foot.${column as keyof typeof columns}`)}</h2>
            <ul>
              {places.map(([place, path]) =>
                place === 'chain' && !hasChain ? null : (
                  <li key={place}>
                    <Link to={path}>{t(`site:nav.${place}`)}</Link>
                  </li>
                ),
              )}
              {column === 'resources' && info?.helpHomePageUrl && (
                <li>
                  <a href={info.helpHomePageUrl} rel="noreferrer">
                    {t('common:contacts.help')}
                  </a>
                </li>
              )}
            </ul>
          </nav>
        ))}
      </div>
      <Contacts info={info} />
      {name && <p className="note">{name}</p>}
    </footer>
  )
}
