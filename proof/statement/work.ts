import { type Original, originalsShape, requireOriginals } from './originals.ts'
import { type CameAbout, defineStatementPart } from './part.ts'
import { day, filled, orNull, shape, text } from './shape.ts'

/** What its owner declares of a work: stated as declared, not as examined. */
export interface DeclaredWork {
  title: string
  kind: string
  author: string
  owner: string
  obtainWay: string
  createdOn: string
  publishState: string
  publishedOn: string | null
  description: string
}

/** A work with its files, and what its owner declares of it. */
export interface WorkDeposit extends CameAbout {
  kind: 'work'
  originals: Original[]
  work: DeclaredWork
}

const work = shape({
  title: filled,
  kind: filled,
  author: filled,
  owner: filled,
  obtainWay: filled,
  createdOn: day,
  publishState: filled,
  publishedOn: orNull(day),
  description: text,
})

export const workStatement = defineStatementPart<WorkDeposit>(
  'work',
  { originals: originalsShape, work },
  requireOriginals,
)
