import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAddressForm } from '../../site/parts/useAddressForm.ts'
import { WordField } from '../../site/parts/WordField.tsx'
import type { useChoices } from './choices.ts'
import { SelectField } from './SelectField.tsx'
import { lawyersPath, type Wanted } from './wanted.ts'

type Props = { wanted: Wanted } & ReturnType<typeof useChoices>

/** What is looked for stands in the address. The browser can send it by itself. */
export function LawyerFilters({ wanted: { city, field, q }, cities, fields }: Props) {
  const { t } = useTranslation(['site'])
  const form = useAddressForm({ city, field, q }, cities, fields)
  const counted = (name: string, count: number) => t('site:lawyers.filter.counted', { name, number: count })
  return (
    <form {...form} action={lawyersPath()} aria-label={t('site:lawyers.filter.label')} className="lawyer-filters">
      <SelectField
        label={t('site:lawyers.city')}
        name="city"
        none={t('site:lawyers.filter.everyCity')}
        defaultValue={city}
        options={(cities ?? []).map(({ cityId, name, count }) => ({ value: cityId, label: counted(name, count) }))}
      />
      <SelectField
        label={t('site:lawyers.filter.field')}
        name="field"
        none={t('site:lawyers.filter.everyField')}
        defaultValue={field}
        options={(fields ?? [])
          // Choosing what nobody attends to would lead to an empty list.
          .filter(({ fid, count }) => count > 0 || fid === field)
          .map(({ fid, name, count }) => ({ value: fid, label: counted(name, count) }))}
      />
      <WordField label={t('site:lawyers.filter.name')} word={q} />
      {(city || field || q) && (
        <p className="lawyer-clear">
          <Link to={lawyersPath()}>{t('site:lawyers.filter.clear')}</Link>
        </p>
      )}
    </form>
  )
}
