import type { Language } from '../kit/language.ts'
import type { Dictionary } from '../platform/dictionary.ts'
import type { Answers, Question } from './answers.ts'

/** What the built website needs to write a page as HTML. */
interface RenderRequest {
  /** Without a secret: a parameter of the path is replaced by any other value before, unless the page shows it. */
  path: string
  search: string
  language: Language
  platform: Dictionary
  answers: Answers
}

/** What search engines and those who share a page are told of it beyond title and description. */
export interface PageFacts {
  /** There is no such page: it answers 404, and is not listed. */
  missing?: true
  article?: { publishedAt: string; modifiedAt: string }
  questions?: readonly { question: string; answer: string }[]
  /** Pages that lead here, from the first. */
  trail?: readonly { name: string; path: string }[]
  /** Address of a picture of it on this site. */
  picture?: string | null
}

export interface Head {
  title: string
  description: string
  facts: PageFacts
}

export interface RenderedPage extends Head {
  /** Goes into the root element. */
  html: string
  /** What it asked and was not answered. */
  asks: readonly Question[]
}

/** What `dist/render/render.js` exports. */
export interface Renderer {
  render(request: RenderRequest): Promise<RenderedPage>
}
