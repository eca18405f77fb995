import { type Original, originalsShape, requireOriginals } from './originals.ts'
import { type CameAbout, defineStatementPart } from './part.ts'
import { isoDay, filledText, orNull, objectOf, wellFormedText } from './shape.ts'

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

const work = objectOf({
  title: filledText,
  kind: filledText,
  author: filledText,
  owner: filledText,
  obtainWay: filledText,
  createdOn: isoDay,
  publishState: filledText,
  publishedOn: orNull(isoDay),
  description: wellFormedText,
})

export const workStatement = defineStatementPart<WorkDeposit>(
  'work',
  { originals: originalsShape, work },
  { agree: requireOriginals },
)
