import { cautionsOf, notesOf } from '../../../proof/statement.ts'
import type { WebCapture as StatedWebCapture } from '../../../proof/statement/web.ts'
import type { Json } from '../../../proof/statement/shape.ts'
import type { Sealable } from '../../evidence/sealing/seal.service.ts'
import { boundedFacts } from './bounded-facts.ts'
import type { WebCapture } from './web-capture.ts'

/** Members that a statement of a web page names itself, and its files; every other member is a fact of it. */
type Named = 'requestedUrl' | 'finalUrl' | 'title' | 'startedAt' | 'finishedAt' | 'completeness' | 'missing' | 'files'
type Captured = Pick<WebCapture, Named> & Partial<WebCapture>

/** A captured page as it is sealed: what its statement says of it, and what its page shows. */
export function sealableWebCapture({ files, ...whole }: Captured): Sealable {
  const captured = boundedFacts(whole)
  const { requestedUrl, finalUrl, title, startedAt, finishedAt, completeness, missing, ...facts } = captured
  const statement: StatedWebCapture = {
    kind: 'web',
    requestedUrl,
    finalUrl,
    title,
    startedAt,
    finishedAt,
    completeness,
    missing: jsonOf(missing) as never,
    facts: jsonOf(facts) as Record<string, Json>,
  }
  // Tiles by the path they are sealed under.
  const tiles = (captured.tiles ?? []).map((t) => ({ ...t, path: `data/${t.path}` }))
  return {
    statement,
    shown: { ...captured, tiles, cautions: cautionsOf(statement), notes: notesOf(statement) },
    files,
  }
}

/** JSON values only: what a statement can hold canonically. */
const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json
