import type { Exhibit } from '../exhibit.ts'
import { carousels } from './carousels.ts'
import { described } from './described.ts'
import { feeds } from './feeds.ts'
import { frames } from './frames.ts'
import { late } from './late.ts'
import { layout } from './layout.ts'
import { locks } from './locks.ts'
import { overlooked } from './overlooked.ts'
import { paint } from './paint.ts'
import { plain } from './plain.ts'
import { programs } from './programs.ts'
import { replaced } from './replaced.ts'
import { reveal } from './reveal.ts'
import { scrollers } from './scrollers.ts'
import { signs } from './signs.ts'
import { virtual } from './virtual.ts'

export const exhibits: readonly Exhibit[] = [
  ...plain,
  ...scrollers,
  ...virtual,
  ...feeds,
  ...late,
  ...replaced,
  ...reveal,
  ...frames,
  ...carousels,
  ...layout,
  ...overlooked,
  ...paint,
  ...locks,
  ...programs,
  ...signs,
  ...described,
]
