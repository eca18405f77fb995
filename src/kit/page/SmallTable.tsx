import type { ReactNode } from 'react'

interface Column<Row> {
  key: string
  title: ReactNode
  width?: number
  /** Numbers stand at the end of their column. */
  end?: boolean
  render(row: Row): ReactNode
}

interface Props<Row> {
  caption: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  keyOf(row: Row): string | number
}

/** Some rows to read; lists that are searched, sorted and chosen from are declared as resources. */
export function SmallTable<Row>({ caption, rows, columns, keyOf }: Props<Row>) {
  return (
    // Where it is wider than the screen, a keyboard must be able to move it.
    <div className="skz-table-box" role="region" aria-label={caption} tabIndex={0}>
      <table className="skz-table">
        <caption className="skz-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((c) => (
              <th key={c.key} scope="col" className={c.end ? 'skz-end' : undefined} style={{ width: c.width }}>
                {c.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((c) => (
                <td key={c.key} className={c.end ? 'skz-end' : undefined}>
                  {c.render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
