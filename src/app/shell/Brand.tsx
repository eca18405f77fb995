import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { BrandLogo } from '../../kit/plain/BrandLogo.tsx'
import { useConsole } from '../../kit/resource/console-context.ts'

/** The platform's mark and name, which lead to the overview. */
export function Brand() {
  const { i18n } = useTranslation()
  const { basicInfo } = useConsole().platform
  return (
    <Link to="/browse" className="skz-brand">
      <BrandLogo info={basicInfo} size={26} />
      <span>{i18n.language === 'en' ? basicInfo.platformNameEn : basicInfo.platformName}</span>
    </Link>
  )
}
