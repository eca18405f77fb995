import { factsOfKind } from '../../../contract/evidence/kinds.ts'
import { type Canvas, colours, finished, openCanvas, page } from '../../kit/paper/canvas.ts'
import { attachFiles } from '../../kit/pdf/attach-files.ts'
import type { EvidenceStatement } from '../../../proof/statement.ts'
import type { CertificateModel } from './certificate-model.ts'
import { shanghaiTime } from '../../../contract/kit/shanghai-time.ts'
import { type CertificateSection, type CertificateValue, utcTime } from '../../evidence/kinds/certificate-part.types.ts'
import type { CapturedKind, DepositedKind } from '../../evidence/kinds/evidence-kind.types.ts'
import { kindTable } from '../../kinds/kind-table.ts'
import { attachedFiles } from '../package/attached-files.ts'
import { byteSize, wordsFor, type Words } from './certificate-words.ts'
import { drawFiles } from './files-table.ts'
import { drawLocalBand, drawLocalMark } from '../../kit/paper/local-band.ts'
import { drawBanner, drawQr, drawSeal } from '../../kit/paper/ornaments.ts'
import { addSignatureField, nameInCatalogue } from '../../kit/pdf/signature-field.ts'
import type { Pair } from '../../kit/paper/pair.ts'
import {
  both,
  columns,
  gap,
  heading,
  openSheet,
  paragraph,
  row,
  type Sheet,
  type Value,
} from '../../kit/paper/sheet.ts'

const { left, width } = columns

/** Draws the certificate with an empty signature field. Takes nothing but the model, so the same model gives the same bytes. */
export function drawCertificate(model: CertificateModel): Promise<Buffer> {
  const { statement } = model
  const canvas = openCanvas(
    { Title: `Evidence certificate ${statement.number}`, Subject: `evidence.json SHA-256 ${model.statementSha256}` },
    new Date(model.issuedAt),
    { accent: model.accent },
  )
  const words = wordsFor(model.language)
  const sheet = openSheet(canvas)
  drawHead(sheet, model, words)
  drawSubject(sheet, model, words)
  drawCapture(sheet, model, words)
  drawCompleteness(sheet, model, words)
  drawTime(sheet, model, words)
  drawTrust(sheet, model, words)
  drawFileList(sheet, model, words)
  drawEnd(sheet, model, words)
  drawMargins(canvas, model, words)
  nameInCatalogue(canvas.doc, 'ShimakazeEvidence', {
    EvidenceSHA256: model.statementSha256,
    EvidenceNumber: statement.number,
  })
  if (model.proofs) attachFiles(canvas.doc, attachedFiles(model.proofs), new Date(model.issuedAt))
  addSignatureField(canvas.doc, new Date(model.issuedAt), model.signatureBytes)
  return finished(canvas)
}

function drawHead(sheet: Sheet, model: CertificateModel, words: Words) {
  const { canvas } = sheet
  const [title, secondTitle] = words.pair('title')
  if (model.mode === 'local') drawLocalBand(sheet, words.pair('localBand'))
  drawBanner(canvas, sheet.y - 2)
  gap(sheet, 19)
  const qr = 76
  drawQr(canvas, model.checkUrl, left + width - qr, sheet.y + 2, qr)
  canvas.use('bold', 24, canvas.accent)
  canvas.line(title, left, sheet.y - 2)
  canvas.use('regular', 11.5, colours.gold)
  canvas.line(secondTitle, left + 1, sheet.y + 33)
  const [label, secondLabel] = words.pair('number')
  canvas.use('regular', 7, colours.soft)
  canvas.line(`${label}  ${secondLabel}`, left + 1, sheet.y + 53)
  canvas.use('bold', 15, colours.ink)
  canvas.line(model.statement.number.replace(/(\d{6})(?=\d)/g, '$1 '), left, sheet.y + 61)
  gap(sheet, 86)
  const [preamble, second] = words.pair('preamble')
  paragraph(sheet, preamble, { size: 8.8 })
  paragraph(sheet, second, { size: 7, colour: colours.soft })
}

type Identity = EvidenceStatement['owner']['identity'] | undefined

/** What is known of somebody, each on its line: the name and number of their papers, how and when they were compared. */
function known(words: Words, identity: Identity): Value[] {
  if (identity === undefined || identity === 'not-verified')
    return [{ text: words.pair('identityNot').join('   '), size: 7, colour: colours.warn }]
  const { name, number, way, at } = identity
  return [
    { text: `${name}  ${number}` },
    { text: note(words.pair(`way.${way}`), [shanghaiTime(at), utcTime(at)]), size: 7 },
  ]
}

function drawSubject(sheet: Sheet, { statement }: CertificateModel, words: Words) {
  const { owner, acting } = statement
  const role = words.pair(`role.${acting.role}`)
  const roleWords: Pair = role[0].startsWith('certificate.') ? [acting.role, acting.role] : role
  heading(sheet, words.pair('section.subject'))
  row(sheet, words.pair('name'), [{ text: statement.name, weight: 'bold', size: 9.5 }])
  row(sheet, words.pair('owner'), [
    { text: owner.name, weight: 'bold' },
    { text: words.pair(owner.kind).join('   '), size: 7 },
  ])
  row(sheet, words.pair('ownerIdentity'), known(words, owner.identity))
  row(sheet, words.pair('acting'), [{ text: acting.name }, { text: roleWords.join('   '), size: 7 }])
  // Persons act for themselves: what is known of them stands above.
  if (owner.kind === 'enterprise') row(sheet, words.pair('actingIdentity'), known(words, acting.identity))
}

const note = (a: Pair, b: Pair) => `${a[0]} · ${b[0]}   ${a[1]} · ${b[1]}`

/** How the evidence came about, as its kind tells it. */
function drawCapture(sheet: Sheet, { statement, first }: CertificateModel, words: Words) {
  const { capture, prev } = statement
  const kind: CapturedKind | DepositedKind = kindTable[capture.kind]
  for (const section of kind.certificate(capture, words, { prev, ...(first ? { first } : {}) }))
    drawSection(sheet, section)
}

function drawSection(sheet: Sheet, section: CertificateSection) {
  heading(sheet, section.heading)
  for (const { label, values } of section.rows) row(sheet, label, values.map(coloured))
  if (!section.warning) return
  const [first, second] = section.warning
  paragraph(sheet, first, { size: 7.6, colour: colours.warn, x: left + 10, width: width - 10 })
  paragraph(sheet, second, { size: 6.6, colour: colours.soft, x: left + 10, width: width - 10 })
}

const coloured = ({ tone, ...value }: CertificateValue): Value => ({
  ...value,
  ...(tone ? { colour: colours[tone] } : {}),
})

function drawCompleteness(sheet: Sheet, { statement }: CertificateModel, words: Words) {
  const { completeness, missing } = statement.capture
  const isFull = completeness === 'full'
  heading(sheet, words.pair('section.completeness'))
  const verdict = words.pair(isFull ? 'full' : 'partial')
  for (const { text, size = 8.8, colour = isFull ? colours.ink : colours.warn } of both(verdict)) {
    paragraph(sheet, text, { size, colour, x: left + 10, width: width - 10 })
  }
  for (const { code, params, ...rest } of missing) {
    const detail = (params ?? rest) as Record<string, unknown>
    const [first, second] = words.capture(`missing.${code}`, detail)
    const extra = first === code && Object.keys(detail).length ? `  (${JSON.stringify(detail).slice(0, 400)})` : ''
    paragraph(sheet, `· ${first}${first === second ? '' : ` / ${second}`}${extra}`, {
      size: 7.5,
      x: left + 18,
      width: width - 18,
    })
  }
}

function drawTime(
  sheet: Sheet,
  { statement, stamp, statementSha256, rootFingerprint, keysSha256 }: CertificateModel,
  words: Words,
) {
  heading(sheet, words.pair('section.time'))
  const [accuracy] = stamp.accuracySeconds ? words.pair('accuracy', { seconds: stamp.accuracySeconds }) : ['']
  row(sheet, words.pair('stampTime'), [
    { text: `${shanghaiTime(stamp.time)}    ${utcTime(stamp.time)}`, weight: 'bold' },
    ...(accuracy ? [{ text: `RFC 3161 · ${accuracy}`, size: 7, colour: colours.soft }] : []),
  ])
  row(sheet, words.pair('serial'), [{ text: stamp.serial }])
  row(sheet, words.pair('authority'), [
    { text: stamp.authority },
    { text: words.pair('ownAuthority').join('  '), size: 7, colour: colours.soft },
  ])
  const unproven = statement.clock.source === 'os-unverified'
  row(
    sheet,
    words.pair('clockSource'),
    both(words.clock(statement.clock.source), unproven ? { colour: colours.warn } : {}),
  )
  row(sheet, words.pair('statement'), [
    { text: statementSha256, weight: 'bold', size: 7.8 },
    { text: words.pair('salted')[0], size: 7, colour: colours.soft },
  ])
  row(sheet, words.pair('root'), [{ text: rootFingerprint, size: 7.8 }])
  if (keysSha256) row(sheet, words.pair('keys'), [{ text: keysSha256, size: 7.8 }])
}

const thirdPartyClaims = {
  stamped: ['external', 'proven', 'thirdParty'],
  asked: ['external', 'unavailable', 'thirdPartyAsked'],
  none: ['external', 'unavailable', 'none'],
} as const

/** Each claim on its own line with what it rests on; what is absent is said to be absent. */
function drawTrust(sheet: Sheet, { statement, thirdParty, anchored }: CertificateModel, words: Words) {
  const verified = statement.owner.identity !== 'not-verified'
  const claims = [
    ['integrity', 'proven', 'anyone'],
    ['time', 'proven', 'platformClock'],
    [factsOfKind(statement.capture.kind).origin === 'captured' ? 'capture' : 'deposit', 'recorded', 'platform'],
    ['identity', verified ? 'recorded' : 'unavailable', verified ? 'verifiedByPlatform' : 'unverified'],
    thirdPartyClaims[thirdParty ?? 'none'],
    ['log', 'proven', 'logProof'],
    ['anchor', 'unavailable', anchored ?? 'none'],
  ] as const
  heading(sheet, words.pair('section.trust'), 90)
  for (const [claim, has, by] of claims)
    drawClaim(sheet, words.pair(`fact.${claim}`), words.pair(`has.${has}`), words.pair(`by.${by}`), has)
}

function drawClaim(sheet: Sheet, claim: Pair, has: Pair, by: Pair, kind: 'proven' | 'recorded' | 'unavailable') {
  sheet.need(24)
  const { canvas } = sheet
  const colour = kind === 'unavailable' ? colours.soft : colours.ink
  const top = sheet.y
  canvas.doc
    .save()
    .lineWidth(1)
    .strokeColor(kind === 'unavailable' ? colours.rule : canvas.accent)
  canvas.doc.circle(left + 14, top + 6, 3)
  if (kind === 'proven') canvas.doc.fillAndStroke(canvas.accent, canvas.accent)
  else canvas.doc.stroke()
  canvas.doc.restore()
  const cells = [
    [left + 24, claim],
    [left + 262, has],
    [left + 310, by],
  ] as const
  for (const [x, [first, second]] of cells) {
    canvas.use(x === left + 262 ? 'bold' : 'regular', 8, colour)
    canvas.line(first, x, top)
    canvas.use('regular', 6, colours.soft)
    canvas.line(second, x, top + 11)
  }
  sheet.y = top + 21
}

function drawFileList(sheet: Sheet, { statement: { files } }: CertificateModel, words: Words) {
  const size = byteSize(files.reduce((sum, f) => sum + f.size, 0))
  heading(sheet, words.pair('section.files'), 90)
  const [first, second] = words.pair('fileCount', { count: files.length, size })
  paragraph(sheet, `${first}   ${second}`, { size: 7.5, colour: colours.soft, x: left + 10 })
  gap(sheet, 3)
  drawFiles(sheet, files)
}

const steps = [0, 1, 2] as const

function drawEnd(sheet: Sheet, model: CertificateModel, words: Words) {
  heading(sheet, words.pair('section.verify'), 250)
  for (const i of steps) {
    const [first, second] = words.pair(`verifySteps.${i}`)
    paragraph(sheet, `${i + 1}. ${first}`, { size: 8.2, x: left + 10, width: width - 10 })
    paragraph(sheet, second, { size: 6.8, colour: colours.soft, x: left + 20, width: width - 20 })
  }
  gap(sheet, 3)
  row(sheet, words.pair('checkUrl'), [{ text: model.checkUrl }])
  paragraph(sheet, words.pair('limits')[0], { size: 7.6, colour: colours.warn, x: left + 10, width: width - 10 })
  paragraph(sheet, words.pair('limits')[1], { size: 6.6, colour: colours.soft, x: left + 10, width: width - 10 })
  drawColophon(sheet, model, words)
}

function drawColophon(sheet: Sheet, { statement, issuedAt, mode }: CertificateModel, words: Words) {
  const { canvas } = sheet
  sheet.need(118)
  const top = sheet.y + 14
  const x = left + 250
  drawSeal(canvas, left + width - 66, top + 46, {
    name: statement.platform.name,
    purpose: words.pair('sealText')[0],
    note: mode === 'local' ? words.pair('sealLocal')[0] : '',
  })
  const [issuer, secondIssuer] = words.pair('issuer')
  const [issued, secondIssued] = words.pair('issued')
  sheet.y = top + 10
  paragraph(sheet, `${issuer}  ${secondIssuer}`, { size: 7, colour: colours.soft, x: left + 10, width: x - left })
  paragraph(sheet, statement.platform.name, { size: 12, weight: 'bold', x: left + 10, width: 300 })
  paragraph(sheet, statement.platform.origin, { size: 7.5, colour: colours.soft, x: left + 10, width: 300 })
  gap(sheet, 6)
  paragraph(sheet, `${issued}  ${secondIssued}`, { size: 7, colour: colours.soft, x: left + 10 })
  paragraph(sheet, `${shanghaiTime(issuedAt)}    ${utcTime(issuedAt)}`, { size: 8.5, x: left + 10, width: 320 })
}

/** Foot of every page, and the mark of a local installation on pages after the first. */
function drawMargins(canvas: Canvas, model: CertificateModel, words: Words) {
  const { count } = canvas.doc.bufferedPageRange()
  const y = page.height - page.bottom + 9
  for (let i = 0; i < count; i++) {
    canvas.doc.switchToPage(i)
    canvas.doc
      .save()
      .lineWidth(0.4)
      .strokeColor(colours.rule)
      .moveTo(left, y - 3)
      .lineTo(left + width, y - 3)
      .stroke()
      .restore()
    canvas.use('regular', 6.6, colours.soft)
    canvas.line(`${model.statement.number}   ${model.statementSha256}`, left, y)
    canvas.line(words.pair('sealed').join('   '), left, y + 10)
    const label = words.pair('page', { page: i + 1, pages: count }).join('   ')
    const used = canvas.widthOf(label, 6.6)
    canvas.line(label, left + width - used, y)
    if (model.mode === 'local' && i > 0) drawLocalMark(canvas, words.pair('localBand'))
  }
}
