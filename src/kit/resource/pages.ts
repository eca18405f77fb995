import type { ComponentType } from 'react'
import type { Right } from '../../../contract/kit/rights.ts'
import type { MenuPlace } from './menu.ts'
import type { Resource } from './resource.ts'

/** A page of the console: derived from a resource, or declared in a file `*.pages.tsx` beside what it shows. */
export interface PageEntry {
  path: string
  page: ComponentType
  right: Right
  /** Where the menu shows it; absent for pages reached from others. */
  menu?: MenuPlace & { title: MenuTitle }
  /** The page whose entry of the menu is lit here, where the path does not tell. */
  under?: string | ((search: URLSearchParams) => string)
}

/** The key of a word with its namespace, or the resource whose title it is. */
type MenuTitle = `${Resource['words']}:${string}` | Resource
