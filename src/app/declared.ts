import type { PageEntry } from '../kit/resource/pages.ts'
import type { Resource } from '../kit/resource/resource.ts'

type Resources = Record<string, { default: Resource | Resource[] }>
type Pages = Record<string, { default: PageEntry[] }>

/** What files declare: `*.resource.tsx` resources, `*.pages.tsx` pages that are no resource's, or stand in the place of a derived one. */
export interface Declared {
  resources: Resources
  pages: Pages
}
