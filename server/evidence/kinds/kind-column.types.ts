import { categoryOf, type EvidenceKind, kindOfCategory, kindsWith } from '../../../contract/evidence/kinds.ts'

// The column `category` holds the words of the wire, in evidence that was sealed long ago too. Queries and rows name kinds through here.

export const categoryColumn = (kind: EvidenceKind): { category: string } => ({ category: categoryOf(kind) })

export const kindOfRow = ({ category }: { category: string }): EvidenceKind => kindOfCategory(category)

const categoriesWith = (has: Parameters<typeof kindsWith>[0]): string[] => kindsWith(has).map(categoryOf)

export const depositCategories = categoriesWith((kind) => kind.origin === 'deposited')

/** Whose certificate is made of the original that follows, not of what was deposited first. */
export const originalFollowsCategories = categoriesWith((kind) => kind.originalFollows === true)
export const originalFollows = ({ category }: { category: string }) => originalFollowsCategories.includes(category)
