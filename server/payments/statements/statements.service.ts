import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { mostLines, type Statement, type StatementFormat } from '../../../contract/payments/statements.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { openTurns } from '../../kit/work/turns.ts'
import { platformName } from '../../platform/platform.service.ts'
import { paperColour } from '../../platform/settings.service.ts'
import { addsUp } from './check-statement.ts'
import { openStatementRenderer } from './drawing/statement-renderer.ts'
import * as repo from './statements.repo.ts'

const renderer = openStatementRenderer()
/** A month of a busy account takes some hundred megabytes while it is read and written. */
const inTurn = openTurns({ atOnce: 1, mostInAll: 10, mostOfOne: 3 })
const pageSize = 5_000

const mediaTypes: Record<StatementFormat, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const shown = ({ month, opening, received, spent, closing, lines, isProvisional }: repo.MonthRecord): Statement => ({
  month,
  opening,
  received,
  spent,
  closing,
  lines,
  isProvisional,
})

export const list = ({ db }: Services, caller: Caller) =>
  db.forAccount(caller, async (tx) => ({ list: (await repo.listMonths(tx, caller.accountId)).map(shown) }))

/** A month as a paper or a sheet. */
export const download = (services: Services, caller: Caller, month: string, format: StatementFormat) =>
  inTurn(caller.accountId, () => make(services, caller, month, format))

/** Checked line by line, and written outside the database: transfers are never changed. */
async function make(services: Services, caller: Caller, month: string, format: StatementFormat): Promise<ByteReply> {
  const head = await findMonth(services, caller, month)
  if (head.lines > mostLines[format])
    throw new AppError(format === 'pdf' ? 'statement-long' : 'sheet-long', {
      lines: head.lines,
      most: mostLines[format],
    })
  const lines = await readLines(services, caller, head)
  if (!addsUp(head, lines)) throw new AppError('statement-differs')
  const bytes = await renderer.draw({
    format,
    language: caller.lang,
    platform: platformName(caller.platform, caller.lang),
    account: caller.accountName,
    accent: await paperColour(services, caller.platform),
    madeAt: Date.now(),
    head,
    lines,
  })
  await services.db.forAccount(caller, (tx) =>
    recordAct(tx, caller, {
      action: 'statement.downloaded',
      subjectKind: 'wallet',
      subjectId: caller.accountId,
      details: { month, format, lines: head.lines },
    }),
  )
  return replyOf(bytes, `statement-${month}.${format}`, mediaTypes[format])
}

const findMonth = ({ db }: Services, caller: Caller, month: string) =>
  db.forAccount(caller, async (tx) => {
    if (!(await repo.agrees(tx, caller.accountId))) throw new AppError('statement-differs')
    const [head] = await repo.listMonths(tx, caller.accountId, month)
    if (!head) throw new AppError('not-found')
    return head
  })

async function readLines({ db }: Services, caller: Caller, head: repo.MonthRecord): Promise<repo.LineRecord[]> {
  const lines: repo.LineRecord[] = []
  for (let after = head.after; lines.length < head.lines; after = lines.at(-1)!.number) {
    const page = await db.forAccount(caller, (tx) =>
      repo.linesAfter(tx, caller.accountId, { after, upTo: head.upTo }, pageSize),
    )
    if (!page.length) break
    lines.push(...page)
  }
  return lines
}

const replyOf = (bytes: Buffer, fileName: string, mediaType: string): ByteReply => ({
  size: bytes.length,
  mediaType,
  fileName,
  etag: createHash('sha256').update(bytes).digest('hex'),
  disposition: 'attachment',
  open: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
})
