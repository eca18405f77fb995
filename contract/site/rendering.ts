import type { Language } from '../kit/language.ts'
import type { Dictionary } from '../platform/dictionary.ts'

/** What the built website needs to write a page as HTML. */
interface RenderRequest {
  /** Without a secret: a parameter of the path is replaced by any other value before. */
  path: string
  search: string
  language: Language
  platform: Dictionary
}

export interface RenderedPage {
  /** Goes into the root element. */
  html: string
  title: string
  description: string
}

/** What `dist/render/render.js` exports. */
export interface Renderer {
  render(request: RenderRequest): Promise<RenderedPage>
}
