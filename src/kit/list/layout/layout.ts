import type { ReactNode } from 'react'
import type { ListLayout } from '../../../../contract/platform/list-views.ts'
import type { Field, Resource } from '../../resource/resource.ts'

export type Density = ListLayout['density']

export const leastColumn = 64
export const mostColumn = 800

/** A column as the table draws it. */
export interface ShownColumn<Row> {
  name: string
  label: string
  width: number | undefined
  sortable: boolean
  /** Amounts stand at the end. */
  end: boolean
  render(row: Row): ReactNode
}

/** How a resource's list looks before anybody changed it. */
export const defaultLayout = (resource: Pick<Resource<never>, 'columns'>): ListLayout => ({
  columns: resource.columns.map((name) => ({ name })),
  density: 'comfortable',
})

/**
 * Columns in a person's order and widths. Fields that the program no longer has are left out; a layout that would show
 * nothing counts for nothing.
 */
export function columnsOf<Row extends { id: string }>(
  resource: Resource<Row>,
  layout: ListLayout,
): { name: keyof Row & string; width: number | undefined; field: Field<Row> }[] {
  const fields = resource.fields as Record<string, Field<Row> | undefined>
  const known = layout.columns.filter((c) => Object.hasOwn(fields, c.name))
  const wanted = known.length ? known : defaultLayout(resource).columns
  return wanted.map((c) => ({
    name: c.name as keyof Row & string,
    width: c.width ?? fields[c.name]!.width,
    field: fields[c.name]!,
  }))
}
