import { Radio } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../plain/format.ts'
import { rowsOfFile } from '../sheet/book.ts'
import type { Wanted } from './useExport.ts'

interface Props {
  wanted: Wanted
  onChange(wanted: Wanted): void
  /** How many rows are chosen. */
  selected: number
  /** Whether the list shows less than all there is. */
  filtered: boolean
}

/** Which rows and columns are saved, and in what format. */
export function ExportChoices({ wanted, onChange, selected, filtered }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Choice
        label={t('export.rows')}
        value={wanted.scope}
        onChange={(scope) => onChange({ ...wanted, scope })}
        options={[
          {
            value: 'selected',
            label: t('export.selected', { count: selected }),
            disabled: !selected,
          },
          { value: 'all', label: t(filtered ? 'export.fitting' : 'export.all') },
        ]}
      />
      <Choice
        label={t('export.columns')}
        value={wanted.columns}
        onChange={(columns) => onChange({ ...wanted, columns })}
        options={[
          { value: 'shown', label: t('export.shown') },
          { value: 'every', label: t('export.every') },
        ]}
      />
      <Choice
        label={t('export.format')}
        value={wanted.format}
        onChange={(format) => onChange({ ...wanted, format })}
        options={[
          { value: 'xlsx', label: t('export.xlsx') },
          { value: 'csv', label: t('export.csv') },
        ]}
      />
      <p className="skz-muted">
        {t(wanted.format === 'csv' ? 'export.csvNote' : 'export.xlsxNote', { n: formatNumber(rowsOfFile, 0) })}
      </p>
    </>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: { value: NoInfer<Value>; label: string; disabled?: boolean }[]
  onChange(value: Value): void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <div className="skz-choice" role="group" aria-labelledby={id}>
      <h3 id={id} className="skz-drawer-head">
        {label}
      </h3>
      <Radio.Group
        vertical
        name={id}
        value={value}
        options={options}
        onChange={(e) => onChange(e.target.value as Value)}
      />
    </div>
  )
}
