import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { phoneLink } from '../../kit/plain/phone.ts'
import { usePlatform } from '../parts/platform.ts'

/** Where whoever found no answer goes on. */
export function HelpWays() {
  const { t } = useTranslation(['site'])
  const info = usePlatform()?.basicInfo
  const phone = info?.techSupportPhone || info?.consultationPhone
  return (
    <aside className="go-on" aria-labelledby="ways">
      <h2 id="ways">{t('site:help.ways.title')}</h2>
      <p>{t('site:help.ways.text')}</p>
      <p className="buttons">
        {info?.email && (
          <a className="button" href={`mailto:${info.email}`}>
            {t('site:help.ways.mail')}
          </a>
        )}
        {phone && phoneLink(phone) && (
          <a className="button" href={phoneLink(phone)}>
            {t('site:help.ways.phone', { phone })}
          </a>
        )}
        <Link className="button" to="/docs">
          {t('site:help.ways.docs')}
        </Link>
        <Link className="button" to="/website-show/query">
          {t('site:help.ways.check')}
        </Link>
      </p>
    </aside>
  )
}
