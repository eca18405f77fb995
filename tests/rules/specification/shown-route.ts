type Role =
  | 'heading'
  | 'textbox'
  | 'searchbox'
  | 'combobox'
  | 'button'
  | 'link'
  | 'radio'
  | 'checkbox'
  | 'columnheader'
  | 'tab'
  | 'table'
  | 'text'

/** What stands on a page: its role, and the key of its words. */
export type Part = `${Role} ${string}:${string}`

/** What a specified route shows of what its clause, its calls and its name promise. */
export interface ShownRoute {
  /** Nobody is signed in without one. */
  as?: 'enterprise' | 'notary' | 'operator' | 'administrator'
  /** The address, where the route itself is a pattern: `{evidence}` and `{share}` are filled in. */
  at?: string
  parts: readonly Part[]
}
