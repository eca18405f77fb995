import { useEffect } from 'react'

let works = 0

/** While this is so, the page holds what leaving it would lose: whoever has to sign in again does so over the page. */
export function useAtWork(yes: boolean) {
  useEffect(() => {
    if (!yes) return
    works++
    return () => void works--
  }, [yes])
}

export const isAtWork = () => works > 0
