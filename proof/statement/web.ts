import { type CameAbout, defineStatementPart } from './part.ts'
import { filledText, wellFormedText } from './shape.ts'

/** A web page, captured by the platform's browser. */
export interface WebCapture extends CameAbout {
  kind: 'web'
  requestedUrl: string
  finalUrl: string
  title: string
}

export const webStatement = defineStatementPart<WebCapture>('web', {
  requestedUrl: filledText,
  finalUrl: filledText,
  title: wellFormedText,
})
