import { type ComponentType, createElement, type LazyExoticComponent, useEffect, useState } from 'react'
import { lazyPart } from './lazy-part.ts'

/** A dialog in a chunk of its own. Once it goes, the focus is where it was before: the library sees to that only for what it closes itself. */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> {
  return lazyPart(async () => {
    const Dialog = await load()
    return function GivesFocusBack(props: P) {
      const [before] = useState(() => document.activeElement)
      useEffect(
        () => () => {
          // Whatever has taken the focus meanwhile keeps it.
          if (before instanceof HTMLElement && document.activeElement === document.body)
            before.focus({ preventScroll: true })
        },
        [before],
      )
      return createElement(Dialog, props)
    }
  })
}
