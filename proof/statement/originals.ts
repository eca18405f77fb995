import { requireFiles, type StatementFile } from './part.ts'
import { dataPath, hexDigest, filledText, arrayOf, orNull, refuseAt, objectOf } from './shape.ts'

/** A file that its owner handed over. */
export interface Original {
  path: string
  /** As its owner called it; `path` is as near to it as paths may be. */
  name: string
  /** What the sender's browser computed before it was sent; the statement's `files` hold what the platform computed. */
  claimed: { sha256: string; sm3: string | null } | null
}

const claimed = orNull(objectOf({ sha256: hexDigest, sm3: orNull(hexDigest) }))
export const originalsShape = arrayOf(objectOf({ path: dataPath, name: filledText, claimed }))

/** Every file is an original, and every original a file. */
export function checkOriginals(of: Original[], files: StatementFile[]) {
  if (of.length !== files.length || of.some((o, i) => o.path !== files[i]!.path)) refuseAt('$.capture.originals')
}

/** The same, of at least one. */
export function requireOriginals({ originals }: { originals: Original[] }, { files }: { files: StatementFile[] }) {
  requireFiles(files)
  checkOriginals(originals, files)
}
