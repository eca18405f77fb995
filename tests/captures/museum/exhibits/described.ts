import type { Exhibit } from '../exhibit.ts'
import { describedApps } from './described-apps.ts'
import { describedParts } from './described-parts.ts'
import { describedPosts } from './described-posts.ts'
import { describedReading } from './described-reading.ts'
import { describedShops } from './described-shops.ts'
import { describedStyles } from './described-styles.ts'
import { describedWide } from './described-wide.ts'
import { describedWindows } from './described-windows.ts'

/** Page kinds of disputes, written from what captures promise and not from how they work: their figures are given apart. */
export const described: readonly Exhibit[] = [
  ...describedShops,
  ...describedPosts,
  ...describedApps,
  ...describedParts,
  ...describedStyles,
  ...describedReading,
  ...describedWide,
  ...describedWindows,
]
