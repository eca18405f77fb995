import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type ListLayout,
  ListLayout as Schema,
  type ListView,
  listViewCalls,
} from '../../../../contract/platform/list-views.ts'
import { useConsole } from '../../resource/console-context.ts'
import type { Resource } from '../../resource/resource.ts'
import { defaultLayout } from './layout.ts'

/** Dragging an edge changes a width many times a second; what it ended at is what is kept. */
const pause = 600

interface Kept {
  list: ListView[]
  layout: ListLayout | null
}

/**
 * A person's layout of a list, and the views saved of it. The service keeps both; the browser remembers the layout so
 * that a list is drawn right at once.
 */
export function useLayout<Row extends { id: string }>(resource: Resource<Row>) {
  const { client, bean } = useConsole()
  const queries = useQueryClient()
  const place = `shimakaze.layout.${bean.userId}.${resource.name}`
  const key = useMemo(() => ['list-views', resource.name], [resource.name])
  const remembered = useMemo(() => recall(place), [place])
  const { data, refetch } = useQuery<Kept>({
    queryKey: key,
    staleTime: Infinity,
    queryFn: ({ signal }) => client.call(listViewCalls.list, { query: { resource: resource.name } }, signal),
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  // What was just chosen counts at once: the cache tells of it a moment later, and a box would jump back meanwhile.
  const [chosen, setChosen] = useState<ListLayout | null>()
  const own = chosen === undefined ? (data ? data.layout : remembered) : chosen
  const setLayout = useCallback(
    (layout: ListLayout | null) => {
      setChosen(layout)
      queries.setQueryData<Kept>(key, (old) => ({ list: old?.list ?? [], layout }))
      if (layout) localStorage.setItem(place, JSON.stringify(layout))
      else localStorage.removeItem(place)
      clearTimeout(timer.current)
      timer.current = setTimeout(
        () => void client.call(listViewCalls.setLayout, { body: { resource: resource.name, layout } }).catch(() => {}),
        pause,
      )
    },
    [client, key, place, queries, resource.name],
  )
  return {
    layout: own ?? defaultLayout(resource),
    changed: own !== null,
    setLayout,
    views: data?.list ?? [],
    reloadViews: () => void refetch(),
  }
}

function recall(place: string): ListLayout | null {
  try {
    return Schema.parse(JSON.parse(localStorage.getItem(place) ?? 'null'))
  } catch {
    return null
  }
}
