import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { longestWord } from '../../site/parts/address.ts'
import { Field } from '../../site/parts/Field.tsx'
import type { useChoices } from './choices.ts'
import { SelectField } from './SelectField.tsx'
import { lawyersPath, type Wanted } from './wanted.ts'

type Props = { wanted: Wanted } & ReturnType<typeof useChoices>

/** What is looked for stands in the address. The browser can send it by itself. */
export function LawyerFilters({ wanted: { city, field, q }, cities, fields }: Props) {
  const { t } = useTranslation(['site'])
  const [, setParams] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    for (const [name, value] of Object.entries({ city, field, q })) {
      const input = form.current?.elements.namedItem(name)
      if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = value ?? ''
    }
  }, [city, field, q, cities, fields])
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() ? [[name, value.trim()] as [string, string]] : [],
    )
    setParams(given, { preventScrollReset: true })
  }
  const counted = (name: string, count: number) => t('site:lawyers.filter.counted', { name, number: count })
  return (
    <form
      ref={form}
      method="get"
      action={lawyersPath()}
      role="search"
      aria-label={t('site:lawyers.filter.label')}
      className="lawyer-filters"
      onSubmit={search}
    >
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
      <Field
        label={t('site:lawyers.filter.name')}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={longestWord}
        enterKeyHint="search"
        autoComplete="off"
        after={
          <button type="submit" className="button">
            {t('site:search.submit')}
          </button>
        }
      />
      {(city || field || q) && (
        <p className="lawyer-clear">
          <Link to={lawyersPath()}>{t('site:lawyers.filter.clear')}</Link>
        </p>
      )}
    </form>
  )
}
