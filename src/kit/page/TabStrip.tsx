import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useSearchParams } from 'react-router'

export interface Tab {
  key: string
  label: string
  children: ReactNode
}

const tabParameter = 'tab'

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End move, and a strip that does not fit is swiped. The library's own
 * puts an overflow button inside the tab list, which assistive technology must not find there. Which one is open stands in the address, so
 * that a link leads to it.
 */
export function TabStrip({ items, label }: { items: Tab[]; label: string }) {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const chosen = params.get(tabParameter)
  const current = items.find((i) => i.key === chosen) ?? items[0]
  if (!current) return null

  function choose(key: string) {
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (key === items[0]!.key) next.delete(tabParameter)
        else next.set(tabParameter, key)
        return next
      },
      { replace: true },
    )
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const at = items.findIndex((i) => i.key === current!.key)
    const to = {
      ArrowRight: (at + 1) % items.length,
      ArrowLeft: (at - 1 + items.length) % items.length,
      Home: 0,
      End: items.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    choose(items[to]!.key)
    document.getElementById(`${id}-${items[to]!.key}`)?.focus()
  }

  return (
    <div>
      <div role="tablist" aria-label={label} className="skz-tabs" tabIndex={-1} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            aria-selected={item.key === current.key}
            aria-controls={`${id}-panel`}
            tabIndex={item.key === current.key ? 0 : -1}
            onClick={(e) => (choose(item.key), e.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' }))}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div
        key={current.key}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current.key}`}
        tabIndex={0}
        className="skz-tab-panel"
      >
        {current.children}
      </div>
    </div>
  )
}
