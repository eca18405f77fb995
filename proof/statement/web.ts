import { type CameAbout, type Caution, defineStatementPart } from './part.ts'
import { pictureCautions, pictureNotes } from './pictures.ts'
import { filledText, isJsonObject, type Json, wellFormedText } from './shape.ts'

/** A web page, captured by the platform's browser. */
export interface WebCapture extends CameAbout {
  kind: 'web'
  requestedUrl: string
  finalUrl: string
  title: string
}

export const webStatement = defineStatementPart<WebCapture>(
  'web',
  { requestedUrl: filledText, finalUrl: filledText, title: wellFormedText },
  {
    cautions: ({ facts }) => [...requestCautions(facts), ...pictureCautions(facts)],
    notes: ({ facts }) => pictureNotes(facts),
  },
)

/** Facts of captures from before `failures` were listed count requests that nobody missed as well: nothing is said of them. */
function requestCautions({ httpStatus, stats, failures }: { [key: string]: Json }): Caution[] {
  const found: Caution[] = []
  if (isCount(httpStatus) && httpStatus >= 400) found.push({ code: 'page-status', params: { status: httpStatus } })
  const { failed, requests } = isJsonObject(stats) ? stats : {}
  if (Array.isArray(failures) && isCount(failed) && isCount(requests) && failed > 0)
    found.push({ code: 'requests-failed', params: { failed, requests } })
  return found
}

const isCount = (value: Json | undefined): value is number => Number.isSafeInteger(value) && Number(value) >= 0
