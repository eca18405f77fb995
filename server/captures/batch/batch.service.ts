import type { Import, ImportRow, SubmitImport } from '../../../contract/captures/batch.ts'
import { maxBatchRows } from '../../../contract/captures/batch.ts'
import { addressOf, takenOf } from '../../../contract/kit/typed/clean.ts'
import type { UploadedFile } from '../../../contract/kit/call.ts'
import { EvidenceName, Label } from '../../../contract/kit/fields.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { ByteReply } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { say, wordField } from '../../kit/words.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { queueCaptures } from '../start.service.ts'
import { webRequestOf } from '../web/start-web.service.ts'
import { webKind } from '../web/web.kind.ts'
import * as repo from './batch.repo.ts'
import { readSheet, SheetError } from './read-sheet.ts'
import { rowsOf, type SheetRow } from './sheet-rows.ts'
import { templateSheet } from './template.ts'

const refuse = (key: string, params: Record<string, string | number> = {}) =>
  new AppError('bad-parameter', {}, [{ path: 'file', key, params }])

const labelsOf = (text: string) => [
  ...new Set(
    text
      .split(/[,，;；、]/)
      .map((l) => l.trim())
      .filter(Boolean),
  ),
]

const limits = { name: 80, remark: 500, labels: 10, label: 20 }

/** Everything that is wrong with a row besides its address. */
function problemsOf(row: SheetRow): FieldProblem[] {
  const labels = labelsOf(row.label)
  const tooLong = (path: string, max: number): FieldProblem => ({ path, key: 'tooBig.text', params: { max } })
  return [
    ...(row.name.length > limits.name ? [tooLong('name', limits.name)] : []),
    ...(EvidenceName(limits.name).safeParse(row.name.slice(0, limits.name)).success
      ? []
      : [{ path: 'name', key: 'posing', params: {} }]),
    ...(row.remark.length > limits.remark ? [tooLong('remark', limits.remark)] : []),
    ...(labels.length > limits.labels ? [{ path: 'label', key: 'tooBig.list', params: { max: limits.labels } }] : []),
    ...(labels.some((l) => !Label.safeParse(l).success) ? [tooLong('label', limits.label)] : []),
  ]
}

function judge(services: Services, caller: Caller, rows: SheetRow[]): ImportRow[] {
  const urls = webKind.judge(
    services,
    rows.map((r) => r.url),
    (i) => rows[i]!.row,
  )
  return rows.map((row, i) => {
    const { url, problem } = urls[i]!
    const lost = (row.lost ?? []).map((path) => ({ path, key: 'sheet.lostDigits', params: {} }))
    const missing = row.lost?.includes('url') ? [] : [{ path: 'url', key: 'required', params: {} }]
    const problems = [
      ...lost,
      ...(row.url ? (problem ? [{ path: 'url', ...problem }] : []) : missing),
      ...problemsOf(row),
    ]
    return {
      row: row.row,
      url,
      cleaned: takenOf(row.url, addressOf) ?? null,
      name: row.name,
      label: labelsOf(row.label),
      remark: row.remark,
      ok: !problems.length,
      problems: problems.map((p) => wordField(caller.lang, p)),
    }
  })
}

function answer(services: Services, caller: Caller, batch: { id: string; fileName: string; rows: SheetRow[] }): Import {
  const list = judge(services, caller, batch.rows)
  const okCount = list.filter((r) => r.ok).length
  const hiddenRows = batch.rows[0]?.hidden ?? 0
  return { importId: batch.id, fileName: batch.fileName, list, okCount, badCount: list.length - okCount, hiddenRows }
}

async function readRows(caller: Caller, file: UploadedFile): Promise<SheetRow[]> {
  try {
    const read = rowsOf(await readSheet(caller.accountId, file.bytes))
    if ('rows' in read) return read.rows
    throw refuse(`sheet.${read.problem}`, {
      max: maxBatchRows,
      name: say(caller.lang, 'captures', 'sheet.url'),
      ...('hidden' in read ? { count: read.hidden } : {}),
    })
  } catch (error) {
    if (error instanceof SheetError) throw refuse(error.problem.key, error.problem.params)
    throw error
  }
}

/** Reads a sheet, judges every row and keeps it for a day; nothing is started. With an id alone: the same again, or gone. */
export async function check(
  services: Services,
  caller: Caller,
  { importId, clear }: { importId?: string | undefined; clear: boolean },
  file: UploadedFile | undefined,
): Promise<Import | null> {
  if (file) {
    const batch = { id: newId(), fileName: file.name, rows: await readRows(caller, file) }
    await services.db.forAccount(caller, async (tx) => {
      await repo.insertBatch(tx, {
        ...batch,
        platformId: caller.platform.id,
        accountId: caller.accountId,
        personId: caller.personId,
        personName: caller.personName,
      })
      await recordAct(tx, caller, {
        action: 'batch.uploaded',
        subjectKind: 'batch',
        subjectId: batch.id,
        details: { file: batch.fileName, rows: batch.rows.length },
      })
    })
    return answer(services, caller, batch)
  }
  if (!importId) throw refuse('required')
  return services.db.forAccount(caller, async (tx) => {
    if (clear) {
      if (!(await repo.dropPending(tx, caller, importId))) throw new AppError('not-found')
      await recordAct(tx, caller, { action: 'batch.dropped', subjectKind: 'batch', subjectId: importId })
      return null
    }
    const batch = await repo.findBatch(tx, caller, importId)
    if (!batch) throw new AppError('not-found')
    return answer(services, caller, batch)
  })
}

/** Starts every good row, once: the batch's row is locked, and one that was started answers with what it started. */
export async function submit(services: Services, caller: Caller, body: SubmitImport) {
  return services.db.forAccount(caller, async (tx) => {
    const batch = await repo.findBatch(tx, caller, body.importId, { lock: true })
    if (!batch) throw new AppError('not-found')
    const judged = judge(services, caller, batch.rows)
    const good = judged.filter((r) => r.ok)
    const rejected = judged
      .filter((r) => !r.ok)
      .map((r) => ({ row: r.row, reason: r.problems.map((p) => p.message).join(caller.lang === 'en' ? '; ' : '；') }))
    if (batch.submittedAt)
      return { batchId: batch.id, accepted: await repo.sizeOfBatch(tx, caller, batch.id), rejected }
    if (!good.length) throw new AppError('wrong-state')
    const items = good.map((r) => ({ url: r.url, name: r.name, labels: r.label, remark: r.remark }))
    await repo.markSubmitted(tx, caller, batch.id)
    await queueCaptures(services, caller, tx, {
      kind: webKind.kind,
      items,
      request: webRequestOf(body),
      batchId: batch.id,
      quoted: body.quoted,
    })
    await recordAct(tx, caller, {
      action: 'batch.started',
      subjectKind: 'batch',
      subjectId: batch.id,
      details: { accepted: good.length, rejected: rejected.length },
    })
    return { batchId: batch.id, accepted: good.length, rejected }
  })
}

export async function batches(
  services: Services,
  caller: Caller,
  find: { pageNum: number; pageSize: number; importId?: string | undefined },
) {
  const { rows, total } = await services.db.forAccount(caller, (tx) => repo.listBatches(tx, caller, find))
  const list = rows.map((b) => ({
    id: b.id,
    batchId: b.id,
    name: b.fileName,
    count: b.count,
    done: b.done,
    failed: b.failed,
    waiting: b.count - b.done - b.failed,
    date: b.submittedAt!.toISOString(),
    operator: b.personName,
  }))
  return { list, total, totalIsEstimate: false }
}

export async function template(caller: Caller): Promise<ByteReply> {
  const bytes = await templateSheet(caller.lang)
  return {
    size: bytes.length,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    fileName: `${say(caller.lang, 'captures', 'sheet.fileName')}.xlsx`,
    etag: createHash('sha256').update(bytes).digest('hex'),
    disposition: 'attachment',
    open: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}
