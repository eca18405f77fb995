import { type BaseRecord, useSelect } from '@refinedev/core'
import type { Call } from '../../../contract/kit/call.ts'
import type { ApiError } from '../../../dataProvider/errors.ts'
import { cacheLifetime } from '../../../dataProvider/constants.ts'
import { registerEndpoints } from '../../../dataProvider/endpoints.ts'

/** A call that gives choices is a resource that has nothing but its list. */
function choicesOf(load: Call): string {
  registerEndpoints(load.path, { list: load })
  return load.path
}

/** What a call offers to choose from; undefined until it is known. */
export function useOptions(load: Call, value = 'id', label = 'name'): { value: string; label: string }[] | undefined {
  const { query, options } = useSelect<BaseRecord, ApiError>({
    resource: choicesOf(load),
    optionValue: value as never,
    optionLabel: label as never,
    pagination: { mode: 'off' },
    queryOptions: { staleTime: cacheLifetime },
    errorNotification: false,
  })
  return query.isSuccess ? options.map((o) => ({ value: String(o.value), label: o.label })) : undefined
}
