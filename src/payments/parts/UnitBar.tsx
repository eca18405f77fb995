import { useTranslation } from 'react-i18next'
import type { Package } from '../../../contract/payments/packages.ts'

type Units = Pick<Package, 'units' | 'used' | 'held' | 'left'>

/** What is left of a package, in words and drawn: used, held by what is under way, left. */
export function UnitBar({ of: { units, used, held, left } }: { of: Units }) {
  const { t } = useTranslation(['payments'])
  return (
    <div className="skz-units">
      <span>{t('package.left', { left, units })}</span>
      {held > 0 && <span className="skz-muted"> {t('package.held', { held })}</span>}
      <div aria-hidden className="skz-unit-bar">
        <span className="skz-unit-left" style={{ flexGrow: left }} />
        <span className="skz-unit-held" style={{ flexGrow: held }} />
        <span style={{ flexGrow: used }} />
      </div>
    </div>
  )
}
