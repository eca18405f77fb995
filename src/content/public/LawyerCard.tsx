import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ListedLawyer } from '../../../contract/content/lawyers.ts'
import { langOf } from './choices.ts'
import { LawyerPortrait } from './LawyerPortrait.tsx'
import { LawyerTags } from './LawyerTags.tsx'
import { lawyerPath } from './wanted.ts'

export function LawyerCard({ lawyer }: { lawyer: ListedLawyer }) {
  const { t } = useTranslation(['site'])
  const { name, firm, city, fields, years, licenceNo } = lawyer
  return (
    <li className="lawyer-card">
      <LawyerPortrait lawyer={lawyer} />
      <div className="lawyer-text">
        <h2 lang={langOf(name)}>
          <Link to={lawyerPath(lawyer)} className="whole">
            {name}
          </Link>
        </h2>
        <p>
          <span lang={langOf(firm)}>{firm}</span>
          {city && <span className="lawyer-city">{city}</span>}
        </p>
        <LawyerTags fields={fields} />
        <p className="lawyer-facts">
          <span>{years ? t('site:lawyers.practised', { count: years }) : t('site:lawyers.new')}</span>
          <span>{t('site:lawyers.licenceNo', { number: licenceNo })}</span>
        </p>
      </div>
    </li>
  )
}
