import { type Original, originalsShape, requireOriginals } from './originals.ts'
import { type CameAbout, defineStatementPart } from './part.ts'

/** Files that their owner handed over. */
export interface FileDeposit extends CameAbout {
  kind: 'file'
  originals: Original[]
}

export const fileStatement = defineStatementPart<FileDeposit>(
  'file',
  { originals: originalsShape },
  { agree: requireOriginals },
)
