import { useLogList } from '@refinedev/core'
import { useTranslation } from 'react-i18next'
import type { Act } from '../../../contract/platform/history.ts'
import type { ApiError } from '../../../dataProvider/errors.ts'
import { Failed, Loading, Nothing } from '../page/Panels.tsx'
import type { Resource } from '../resource/resource.ts'
import { Acts, type Kinds } from './Acts.tsx'

interface Props {
  /** Its name. */
  resource: string
  id: string
  words: Resource['words']
  fields: Kinds
}

/** What was done with a record, asked for when it is looked at. */
export function History({ resource, id, words, fields }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useLogList<Act[], ApiError>({
    resource,
    meta: { id },
    queryOptions: { staleTime: 0 },
  })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return data.length ? <Acts acts={data} words={words} fields={fields} /> : <Nothing text={t('show.noHistory')} />
}
