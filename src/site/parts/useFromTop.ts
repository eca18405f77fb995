import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'

/** Who goes on to another part under the same page begins at its top; who goes back is led by the browser. */
export function useFromTop(part: string) {
  const last = useRef(part)
  const isBack = useNavigationType() === 'POP'
  useEffect(() => {
    if (last.current === part) return
    last.current = part
    if (isBack) return
    window.scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [part, isBack])
}
