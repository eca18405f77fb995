import type { ReactNode } from 'react'

export interface FactCard {
  id: string
  title: ReactNode
  /** Beside the title. */
  state?: ReactNode
  facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** A few records with long values, beside each other where there is room, beneath each other on a phone. */
export function FactCards({ label, cards }: { label: string; cards: readonly FactCard[] }) {
  return (
    <ul className="skz-cards skz-fact-cards" aria-label={label}>
      {cards.map(({ id, title, state, facts }) => (
        <li key={id} className="skz-card">
          <div className="skz-card-head">
            <strong>{title}</strong>
            {state}
          </div>
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
