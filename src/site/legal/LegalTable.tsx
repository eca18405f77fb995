import { useId } from 'react'

interface Props {
  caption: string
  columns: readonly string[]
  groups: readonly { name: string; rows: readonly (readonly string[])[] }[]
}

/** A table whose rows are named by their first cell. On a phone each row stands as a card, and every cell says what it is. */
export function LegalTable({ caption, columns, groups }: Props) {
  const id = useId()
  return (
    <div className="scroll" tabIndex={0} role="region" aria-labelledby={id}>
      <table className="legal-table">
        <caption id={id}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ name, rows }) => (
          <tbody key={name}>
            <tr className="legal-group">
              <th colSpan={columns.length} scope="rowgroup">
                {name}
              </th>
            </tr>
            {rows.map(([first, ...cells]) => (
              <tr key={first}>
                <th scope="row">{first}</th>
                {cells.map((cell, i) => (
                  <td key={columns[i + 1]} data-of={columns[i + 1]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
