import { checkOriginals, type Original, originalsShape } from './originals.ts'
import { type CameAbout, defineStatementPart, type StatementFile } from './part.ts'
import { hexDigest, filledText, orNull, refuseAt, objectOf, checkThat } from './shape.ts'

/** A hash that was handed over without its file; later, beside the first statement, the file. */
export interface HashDeposit extends CameAbout {
  kind: 'hash'
  deposited: { sha256: string; sm3: string | null; size: number | null; name: string }
  originals: Original[]
}

/** Where the second statement of a hash deposit holds the first one and its time-stamp. */
export const firstStatementFolder = 'data/hash-deposit'
export const firstStatementPath = `${firstStatementFolder}/evidence.json`
export const firstTokenPath = `${firstStatementFolder}/timestamp.tst`

const wholeSize = checkThat((v) => Number.isSafeInteger(v) && Number(v) > 0)
const deposited = objectOf({ sha256: hexDigest, sm3: orNull(hexDigest), size: orNull(wholeSize), name: filledText })

export const hashStatement = defineStatementPart<HashDeposit>(
  'hash',
  { deposited, originals: originalsShape },
  { agree: (capture, { files, prev }) => checkHashDeposit(capture, files, prev) },
)

/** Nothing but the hash at first; later its original, which has that hash, with the first statement and its stamp. */
function checkHashDeposit(capture: HashDeposit, files: StatementFile[], prev: string | null) {
  const { deposited: claimed, originals } = capture
  if (!originals.length) return files.length || prev !== null ? refuseAt('$.files') : undefined
  const [original, first, token] = files
  if (files.length !== 3 || first?.path !== firstStatementPath || token?.path !== firstTokenPath)
    return refuseAt('$.files')
  checkOriginals(originals, files.slice(0, 1))
  if (prev !== first.sha256) refuseAt('$.prev')
  const fits =
    original!.sha256 === claimed.sha256 &&
    original!.sm3 === (claimed.sm3 ?? original!.sm3) &&
    original!.size === (claimed.size ?? original!.size)
  if (!fits) refuseAt('$.capture.deposited')
}
