import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

export interface Tab {
  key: string
  label: string
  children: ReactNode
}

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End move, and a strip that does not fit is swiped. The library's own
 * puts an overflow button inside the tab list, which assistive technology must not find there.
 */
export function TabStrip({ items, label }: { items: Tab[]; label: string }) {
  const id = useId()
  const [chosen, setChosen] = useState(items[0]?.key)
  const current = items.find((i) => i.key === chosen) ?? items[0]
  if (!current) return null

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
    setChosen(items[to]!.key)
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
            onClick={(e) => (
              setChosen(item.key),
              e.currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })
            )}
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
