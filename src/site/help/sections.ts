import type { HelpArticle } from '../../../contract/content/shown.ts'

type Name = HelpArticle['section']

/** As they follow each other, with the anchor of each. The contract's own list would bring its schemas along. */
const anchors: Record<Name, string> = { GUIDE: 'guides', VIDEO: 'videos', QUESTION: 'questions', OPEN: 'open-platform' }

export interface Section {
  section: Name
  articles: HelpArticle[]
}

export const anchorOf = (section: Name) => anchors[section]

/** Those that have any. */
export const inSections = (list: HelpArticle[]): Section[] =>
  (Object.keys(anchors) as Name[])
    .map((section) => ({ section, articles: list.filter((article) => article.section === section) }))
    .filter(({ articles }) => articles.length > 0)
