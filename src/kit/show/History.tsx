import { useTranslation } from 'react-i18next'
import { historyCalls, type SubjectKind } from '../../../contract/platform/history.ts'
import { Failed, Loading, Nothing } from '../page/Panels.tsx'
import type { Resource } from '../resource/resource.ts'
import { useRead } from '../resource/useCall.ts'
import { Acts, type Kinds } from './Acts.tsx'

interface Props {
  kind: SubjectKind
  id: string
  words: Resource['words']
  fields: Kinds
}

/** What was done with a record, asked for when it is looked at. */
export function History({ kind, id, words, fields }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(historyCalls.of, { params: { kind, id } }, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return data.list.length ? (
    <Acts acts={data.list} words={words} fields={fields} />
  ) : (
    <Nothing text={t('show.noHistory')} />
  )
}
