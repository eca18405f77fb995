import { Select, type SelectProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { mostLabels } from '../../../contract/kit/fields.ts'
import { dictEntryCalls } from '../../../contract/platform/dictionary-entries.ts'
import { useRead } from '../../kit/resource/useCall.ts'

/** Labels, free to write: the account's own are offered first, then those of the platform. */
export function LabelSelect(props: SelectProps<string[]>) {
  const { t } = useTranslation('evidence')
  const used = useRead(evidenceCalls.labels, {}).data?.list.map((l) => l.label) ?? []
  const entries = useRead(dictEntryCalls.offered, { body: { types: ['evidenceLabel'] } }).data?.['evidenceLabel'] ?? []
  const offered = new Set(entries.map((e) => e.name).filter((name) => !used.includes(name)))
  const group = (title: string, names: string[]) =>
    names.length ? [{ label: title, title, options: names.map((name) => ({ value: name, label: name })) }] : []
  return (
    <Select
      {...props}
      mode="tags"
      maxCount={mostLabels}
      options={[...group(t('labels.used'), used), ...group(t('labels.offered'), [...offered])]}
    />
  )
}
