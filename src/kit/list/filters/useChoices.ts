import { useTranslation } from 'react-i18next'
import type { Filter } from '../../resource/resource.ts'
import { useOptions } from '../../resource/useOptions.ts'

export type Offered = Extract<Filter, { kind: 'remote' | 'person' }>

/** What a filter offers to choose from, and how the chosen one is called: a person who is there no longer is somebody. */
export function useChoices(filter: Offered, value: string | undefined) {
  const { t } = useTranslation()
  const [key, name] = filter.kind === 'person' ? [] : [filter.value, filter.label]
  const options = useOptions(filter.load, key, name)
  const chosen = options?.find((o) => o.value === value)
  if (!value || chosen) return { options: options ?? [], chosen: chosen?.label }
  const label = filter.kind === 'remote' ? value : options ? t('filter.someone') : '…'
  return { options: [...(options ?? []), { value, label }], chosen: label }
}
