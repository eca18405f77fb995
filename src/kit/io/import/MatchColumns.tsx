import { Alert, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Cell, textOf } from '../sheet/cells.ts'
import { missingColumns } from './match-columns.ts'
import { type Column, headingOf } from './template.ts'

interface Props {
  heading: readonly Cell[]
  /** A row beneath, to see what a column holds. */
  sample: readonly Cell[]
  columns: readonly Column[]
  fields: readonly (string | null)[]
  onChange(fields: (string | null)[]): void
}

/** What hinders a trial run: fields that several columns are for, and fields without which no row is right. */
export function matchProblems(columns: readonly Column[], fields: readonly (string | null)[]) {
  const twice = columns.filter((c) => fields.filter((f) => f === c.name).length > 1).map((c) => c.heading)
  return { twice, missing: missingColumns(fields, columns) }
}

/** Which column of the sheet is which field; every one can be changed. */
export function MatchColumns({ heading, sample, columns, fields, onChange }: Props) {
  const { t } = useTranslation()
  const { twice, missing } = matchProblems(columns, fields)
  const options = [
    { value: '', label: t('import.skip') },
    ...columns.map((c) => ({ value: c.name, label: headingOf(c) })),
  ]
  return (
    <>
      <ul className="skz-plain skz-match">
        {fields.map((field, i) => {
          const label = t('import.column', { n: i + 1, heading: textOf(heading[i]) || '-' })
          return (
            <li key={i}>
              <span className="skz-match-name">
                {label}
                <small className="skz-muted">{textOf(sample[i]).slice(0, 60)}</small>
              </span>
              <Select
                value={field ?? ''}
                options={options}
                aria-label={label}
                onChange={(value) => onChange(fields.with(i, value || null))}
              />
            </li>
          )
        })}
      </ul>
      {missing.length > 0 && (
        <Alert
          className="skz-gap"
          type="warning"
          showIcon
          title={t('import.missing', { names: missing.join(t('import.or')) })}
        />
      )}
      {twice.map((name) => (
        <Alert key={name} className="skz-gap" type="warning" showIcon title={t('import.twice', { name })} />
      ))}
    </>
  )
}
