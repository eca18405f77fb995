import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { renderField } from '../page/cells.tsx'
import type { Resource } from '../resource/resource.ts'
import { fieldWords } from '../resource/words.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  rows: Row[]
  menu?: (row: Row) => ReactNode
}

/** A card has no column to fill: what is not set need not be said. */
const isUnsetFlag = <Row extends { id: string }>(resource: Resource<Row>, name: keyof Row & string, row: Row) =>
  resource.fields[name]?.kind === 'flag' && !row[name]

/** The same rows where a table does not fit. */
export function ResourceCards<Row extends { id: string }>({ resource, rows, menu }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  return (
    <ul className="skz-cards">
      {rows.map((row) => (
        <li key={row.id} className="skz-card">
          <div className="skz-card-head">
            <strong>
              {resource.routes.show ? (
                <Link to={resource.routes.show(row)}>{renderField(t, resource, resource.title, row)}</Link>
              ) : (
                renderField(t, resource, resource.title, row)
              )}
            </strong>
            {menu?.(row)}
          </div>
          <dl>
            {resource.card
              .filter((name) => !isUnsetFlag(resource, name, row))
              .map((name) => (
                <div key={name}>
                  <dt>{fieldWords(t, resource, name)}</dt>
                  <dd>{renderField(t, resource, name, row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
