import type { Call } from '../../../contract/kit/call.ts'
import { useRead } from './useCall.ts'

/** What a call offers to choose from; undefined until it is known. */
export function useOptions(load: Call, value = 'id', label = 'name'): { value: string; label: string }[] | undefined {
  const { data } = useRead(load, {} as never)
  return (data as { list: Record<string, string>[] } | undefined)?.list.map((row) => ({
    value: row[value]!,
    label: row[label]!,
  }))
}
