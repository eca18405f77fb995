import type { DeclaredWork, WorkDeposit } from '../../proof/statement/work.ts'
import type { EvidenceStatement } from '../../proof/statement.ts'
import type { FileDeposit } from '../../proof/statement/file.ts'
import type { HashDeposit } from '../../proof/statement/hash.ts'
import type { Original } from '../../proof/statement/originals.ts'
import { shanghaiTime } from '../kit/shanghai-time.ts'
import { colours } from './canvas.ts'
import type { CertificateModel } from './certificate-model.ts'
import { utcTime, type Words } from './certificate-words.ts'
import { both, columns, heading, paragraph, row, type Sheet, type Value } from './sheet.ts'

type Deposit = FileDeposit | HashDeposit | WorkDeposit
type First = Pick<EvidenceStatement, 'prev'> & { first: CertificateModel['first'] }

const { left, width } = columns
const instant = (iso: string): Value[] => [{ text: `${shanghaiTime(iso)}    ${utcTime(iso)}` }]

/** How files came to the platform: what their sender called them, and what the sender computed before they left. */
export function drawDeposit(sheet: Sheet, capture: Deposit, first: First, words: Words) {
  heading(sheet, words.pair('section.deposit'))
  row(
    sheet,
    words.pair('kindOfDeposit'),
    both(words.pair({ file: 'kindFile', hash: 'kindHash', work: 'kindWork' }[capture.kind])),
  )
  if (capture.kind === 'hash') drawHash(sheet, capture, first, words)
  row(sheet, words.pair('sentBegun'), instant(capture.startedAt))
  row(sheet, words.pair('sentEnded'), instant(capture.finishedAt))
  for (const original of capture.originals) drawOriginal(sheet, original, capture.kind, words)
  if (capture.kind === 'work') drawWork(sheet, capture.work, words)
}

function drawHash(sheet: Sheet, { deposited }: HashDeposit, { prev, first }: First, words: Words) {
  row(sheet, words.pair('hashName'), [{ text: deposited.name }])
  row(sheet, words.pair('hashSha256'), [{ text: deposited.sha256, size: 7.8 }])
  if (deposited.sm3) row(sheet, words.pair('hashSm3'), [{ text: deposited.sm3, size: 7.8 }])
  if (first)
    row(sheet, words.pair('firstStamp'), [
      { text: `${shanghaiTime(first.time)}    ${utcTime(first.time)}`, weight: 'bold' },
      { text: `RFC 3161 · ${first.serial}`, size: 7, colour: colours.soft },
    ])
  const [note, second] = words.pair('firstNote')
  if (prev)
    row(sheet, words.pair('firstStatement'), [
      { text: prev, size: 7.8 },
      { text: `${note}  ${second}`, size: 6.8, colour: colours.soft },
    ])
}

/** A digest that differed would have been refused, so what is claimed is what was computed. */
function drawOriginal(sheet: Sheet, { name, claimed }: Original, kind: Deposit['kind'], words: Words) {
  if (kind === 'hash')
    return row(sheet, words.pair('original'), [
      { text: name, weight: 'bold' },
      { text: words.pair('fitsHash').join(' / '), size: 6.8, colour: colours.soft },
    ])
  const [same, other] = words.pair(claimed ? 'claimedSame' : 'claimedNone')
  row(sheet, words.pair('original'), [
    { text: name, weight: 'bold' },
    { text: `${words.pair('claimedHash').join(' / ')}: ${same} / ${other}`, size: 6.8, colour: colours.soft },
  ])
}

function drawWork(sheet: Sheet, work: DeclaredWork, words: Words) {
  heading(sheet, words.pair('section.work'))
  row(sheet, words.pair('workTitle'), [{ text: work.title, weight: 'bold' }])
  row(sheet, words.pair('workKind'), both(words.pair(`workKinds.${work.kind}`)))
  row(sheet, words.pair('workAuthor'), [{ text: work.author }])
  row(sheet, words.pair('workOwner'), [{ text: work.owner }])
  row(sheet, words.pair('obtainWay'), both(words.pair(`obtainWays.${work.obtainWay}`)))
  row(sheet, words.pair('createdOn'), [{ text: work.createdOn }])
  row(
    sheet,
    words.pair('published'),
    both(words.pair(`publishStates.${work.publishState}`, { on: work.publishedOn ?? '' })),
  )
  if (work.description) row(sheet, words.pair('description'), [{ text: work.description }])
  const [first, second] = words.pair('declared')
  paragraph(sheet, first, { size: 7.6, colour: colours.warn, x: left + 10, width: width - 10 })
  paragraph(sheet, second, { size: 6.6, colour: colours.soft, x: left + 10, width: width - 10 })
}
