import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { packageCalls } from '../../../contract/payments/packages.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'
import { paths } from '../paths.ts'
import { UnitBar } from './UnitBar.tsx'

const shown = 3

/** Packages with something left, those that end first before others; nothing where the platform offers none and none was bought. */
export function PackagesLeft() {
  const { t } = useTranslation(['payments'])
  const request = { query: { packageState: 'active' as const, pageSize: shown, sort: 'endsAt' } }
  const { data } = useRead(packageCalls.list, request, { staleTime: 0 })
  const offers = useRead(packageCalls.offers, {}, { staleTime: 0 })
  useLiveRefresh(packageCalls.list, 'wallet')
  if (!data || (!data.list.length && !offers.data?.list.length)) return null
  const more = data.total - data.list.length
  return (
    <section className="skz-packages" aria-label={t('package.title')}>
      <h2>{t('package.title')}</h2>
      {data.list.length ? (
        <ul>
          {data.list.map((one) => (
            <li key={one.id}>
              <Link to={paths.package(one.id)}>{t(`choice.product.${one.product}`)}</Link>
              <UnitBar of={one} />
              <span className="skz-muted">{t('package.ends', { day: formatInstant(one.endsAt).slice(0, 10) })}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="skz-muted">{t('package.none')}</p>
      )}
      <p className="skz-packages-foot">
        <LinkButton to={paths.packages}>{t(data.list.length ? 'package.all' : 'package.buy')}</LinkButton>
        {more > 0 && <span className="skz-muted">{t('package.more', { count: more })}</span>}
      </p>
    </section>
  )
}
