import { useTranslation } from 'react-i18next'
import type { ListedLawyer } from '../../../contract/content/lawyers.ts'

/** What somebody attends to. */
export function LawyerTags({ fields }: Pick<ListedLawyer, 'fields'>) {
  const { t } = useTranslation(['site'])
  if (!fields.length) return null
  return (
    <ul className="lawyer-tags" aria-label={t('site:lawyers.fields')}>
      {fields.map(({ fid, name }) => (
        <li key={fid}>{name}</li>
      ))}
    </ul>
  )
}
