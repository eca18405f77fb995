import { useMemo } from 'react'
import { useConsole } from '../resource/console-context.ts'

export interface Draft<T> {
  read(): T | undefined
  keep(value: T): void
  drop(): void
}

/** What was typed in a form, kept by this tab for one person in one account: it outlives an expired session and a reload. */
export function useDraft<T>(form: string): Draft<T> {
  const { userId } = useConsole().bean
  return useMemo(() => {
    const place = `shimakaze.draft.${userId}.${form}`
    return {
      read() {
        try {
          return (JSON.parse(sessionStorage.getItem(place) ?? 'null') as T | null) ?? undefined
        } catch {
          return undefined
        }
      },
      keep: (value) => sessionStorage.setItem(place, JSON.stringify(value)),
      drop: () => sessionStorage.removeItem(place),
    }
  }, [userId, form])
}
