import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Another page begins at its top, and is what a keyboard and a screen reader go on from. Back and Forward lead to where one was; a change of the
 * address within a page (filters, tabs, a form) moves nothing.
 */
export function useArrival() {
  const { pathname, key } = useLocation()
  const type = useNavigationType()
  const places = useRef(new Map<string, number>())
  const before = useRef(pathname)
  useEffect(() => {
    const kept = places.current
    const keep = () => kept.set(key, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [key])
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    if (type !== 'POP') {
      window.scrollTo(0, 0)
      // Whatever the page has given the focus to keeps it.
      if (document.activeElement === document.body || document.activeElement?.closest('nav'))
        document.getElementById('main')?.focus({ preventScroll: true })
      return
    }
    return scrollWhenTall(places.current.get(key) ?? 0)
  }, [pathname, key, type])
}

/** A page that is still loading is not as tall yet as it was. Ends early when somebody scrolls. */
function scrollWhenTall(top: number): () => void {
  let tries = 60
  let frame = 0
  const look = () => {
    window.scrollTo(0, top)
    if (window.scrollY < top && tries-- > 0) frame = requestAnimationFrame(look)
  }
  const stop = () => cancelAnimationFrame(frame)
  look()
  window.addEventListener('wheel', stop, { once: true, passive: true })
  return () => {
    stop()
    window.removeEventListener('wheel', stop)
  }
}
