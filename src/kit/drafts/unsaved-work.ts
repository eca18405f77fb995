import { useEffect } from 'react'

let works = 0

/** Unsaved work: while this is so, leaving the page would lose what it holds, and whoever has to sign in again does so over the page. */
export function useUnsavedWork(yes: boolean) {
  useEffect(() => {
    if (!yes) return
    works++
    return () => void works--
  }, [yes])
}

export const hasUnsavedWork = () => works > 0
