import { useQuery } from '@tanstack/react-query'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { useFileLink } from '../../evidence/parts/useFileLink.ts'
import { readPageMap } from './page-map.ts'

/** Which pictures of the page were taken when, read from the sealed record itself. Older evidence has none. */
export function usePageMap({ files }: EvidenceDetail) {
  const link = useFileLink()
  const file = files.find(({ path }) => path === 'data/page-map.json')
  const found = useQuery({
    queryKey: ['page-map', file?.id],
    queryFn: async () => {
      const answer = await fetch(link(file!.id))
      if (!answer.ok) throw new Error(answer.statusText)
      // What is no JSON is no record, however often it is asked for.
      return readPageMap(await answer.json().catch(() => null)) ?? null
    },
    enabled: file !== undefined,
    staleTime: Infinity,
  })
  return { ...found, isPending: file !== undefined && found.isPending }
}
