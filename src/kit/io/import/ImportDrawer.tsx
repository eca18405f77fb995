import { keys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Drawer, Grid as Breakpoints, Progress } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../../dataProvider/errors.ts'
import { useUnsavedWork } from '../../drafts/unsaved-work.ts'
import { formatNumber } from '../../plain/format.ts'
import { Loading } from '../../page/Panels.tsx'
import type { Resource } from '../../resource/resource.ts'
import { resourceWords, sayKey, type Words } from '../../resource/words.ts'
import { everyLanguage } from './both-languages.ts'
import { type Grid, isEmptyRow } from '../sheet/cells.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { headingRow, matchColumns } from './match-columns.ts'
import { MatchColumns, matchProblems } from './MatchColumns.tsx'
import { prepare } from './prepare.ts'
import { refusedSheet } from './refused-sheet.ts'
import { RowOutcomes } from '../RowOutcomes.tsx'
import { fileName, saveFile } from '../sheet/save-file.ts'
import { columnsOfTemplate } from './template.ts'
import { isSendable, outcomesOfRows, type RowOutcome } from '../row-outcomes.ts'
import { valuesByWord } from './to-wire.ts'
import { useSending } from './useSending.ts'
import { makeSheet } from '../sheet/write-in-worker.ts'

const steps = ['file', 'match', 'judge', 'result'] as const

interface Props {
  resource: Resource
  onClose(): void
}

/** Records from a sheet: choose it, check its columns, try it without keeping anything, then import it. */
export function ImportDrawer(props: Props) {
  const { i18n } = useTranslation()
  const [languages, setLanguages] = useState<Words[]>()
  useEffect(() => void everyLanguage(i18n.language).then(setLanguages), [i18n.language])
  return languages ? <Steps {...props} languages={languages} /> : null
}

function Steps({ resource, onClose, languages }: Props & { languages: Words[] }) {
  const { t, i18n } = useTranslation(['common', resource.words])
  const wide = Breakpoints.useBreakpoint().md ?? true
  const queries = useQueryClient()
  const declared = resource.io!.import
  const templates = useMemo(() => languages.map((words) => columnsOfTemplate(resource, words)), [languages, resource])
  const columns = templates[0]!
  const [step, setStep] = useState<(typeof steps)[number]>('file')
  const [sheet, setSheet] = useState<{ name: string; grid: Grid; heading: number }>()
  const [fields, setFields] = useState<(string | null)[]>([])
  const trial = useSending(declared.call)
  const real = useSending(declared.call)
  const title = resourceWords(t, resource, 'title')
  useUnsavedWork(sheet !== undefined)

  const rows = useMemo(
    () =>
      sheet
        ? prepare(sheet.grid, {
            heading: sheet.heading,
            fields,
            languages: templates,
            values: valuesByWord(columns, resource.words, languages),
            schema: declared.schema,
          })
        : [],
    [columns, declared.schema, fields, languages, resource.words, sheet, templates],
  )
  const kept = step === 'result'
  const { state, error, stop } = kept ? real : trial
  // A row that the trial would take is not in before it was sent in earnest.
  const verdicts = useMemo(
    () =>
      kept
        ? new Map([...[...trial.verdicts].filter(([, v]) => v.outcome !== 'new'), ...real.verdicts])
        : trial.verdicts,
    [kept, trial.verdicts, real.verdicts],
  )
  const told = useMemo(
    () => outcomesOfRows(rows, verdicts, new Map(columns.map((c) => [c.name, c.heading])), t as unknown as Words),
    [columns, rows, t, verdicts],
  )
  const sendable = useMemo(() => rows.filter(isSendable), [rows])
  const fresh = useMemo(
    () => sendable.filter((row) => trial.verdicts.get(row.at)?.outcome === 'new'),
    [sendable, trial.verdicts],
  )
  const wanted = kept ? fresh : sendable
  const left = wanted.filter((row) => !(kept ? real : trial).verdicts.has(row.at))
  const idle = state === 'idle'

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [step])

  function take(name: string, grid: Grid) {
    const at = headingRow(grid)
    const width = Math.max(...grid.map((row) => row.length))
    const cells = Array.from({ length: width }, (_, i) => grid[at]![i] ?? null)
    setSheet({ name, grid: grid.with(at, cells), heading: at })
    setFields(matchColumns(cells, templates))
    setStep('match')
  }
  function again() {
    trial.forget()
    real.forget()
    setSheet(undefined)
    setStep('file')
  }
  function judge() {
    setStep('judge')
    void trial.send(sendable, true)
  }
  async function keep(some = fresh) {
    setStep('result')
    await real.send(some, false)
    await queries.invalidateQueries({ queryKey: keys().data().resource(resource.name).get() })
  }
  async function save(refused: RowOutcome[]) {
    const name = t('import.refusedName', { name: title })
    const reasons = [t('import.reason'), ...languages.map((words) => sayKey(words, 'common:import.reason'))]
    const made = refusedSheet(
      name,
      sheet!.grid[sheet!.heading]!,
      refused.map(({ row, reasons: why }) => ({ cells: row.cells, reason: why.join(' ') })),
      reasons,
    )
    saveFile(await makeSheet(made.sheet, made.rows), fileName(name, i18n.language, 'xlsx'))
  }

  const { twice, missing } = matchProblems(columns, fields)
  const another = <Button onClick={again}>{t('import.another')}</Button>
  const finished = idle && !left.length && !error
  const goOn = (
    <Button type="primary" onClick={() => void (kept ? keep(left) : trial.send(left, true))}>
      {t('import.goOn', { count: left.length })}
    </Button>
  )
  const foot = {
    file: <Button onClick={onClose}>{t('cancel')}</Button>,
    match: (
      <>
        <Button type="primary" disabled={!rows.length || twice.length > 0 || missing.length > 0} onClick={judge}>
          {t('import.judge')}
        </Button>
        {another}
      </>
    ),
    judge: finished ? (
      <>
        <Button type="primary" disabled={!fresh.length} onClick={() => void keep()}>
          {t('import.begin', { count: fresh.length })}
        </Button>
        {another}
      </>
    ) : (
      <>
        {goOn}
        {another}
      </>
    ),
    result: finished ? (
      <>
        <Button type="primary" onClick={onClose}>
          {t('import.finish')}
        </Button>
        {another}
      </>
    ) : (
      <>
        {goOn}
        {another}
      </>
    ),
  }
  return (
    <Drawer
      open
      title={t('import.title', { name: title })}
      size={wide ? 640 : '100%'}
      onClose={onClose}
      closable={idle}
      keyboard={idle}
      mask={{ closable: false }}
      footer={<div className="skz-row">{idle ? foot[step] : <Button onClick={stop}>{t('import.stop')}</Button>}</div>}
    >
      <h3 ref={heading} tabIndex={-1} className="skz-drawer-head">
        {t('import.step', { n: steps.indexOf(step) + 1, name: t(`import.steps.${step}`) })}
      </h3>
      {step === 'file' && <ChooseFile title={title} columns={columns} onRead={take} />}
      {step === 'match' && sheet && (
        <>
          <p>{t('import.matchLead', { file: sheet.name, count: rows.length })}</p>
          <MatchColumns
            heading={sheet.grid[sheet.heading]!}
            sample={sheet.grid.find((row, i) => i > sheet.heading && !isEmptyRow(row)) ?? []}
            columns={columns}
            fields={fields}
            onChange={setFields}
          />
          {!rows.length && <Alert className="skz-gap" type="warning" showIcon title={t('import.noRows')} />}
          <p className="skz-muted">{t('import.judgeNote')}</p>
        </>
      )}
      {(step === 'judge' || kept) && (
        <>
          {!finished && (
            <Progress
              percent={wanted.length ? Math.floor(((wanted.length - left.length) / wanted.length) * 100) : 100}
              status={idle ? 'exception' : 'active'}
              aria-label={t('import.progress')}
            />
          )}
          <p role="status">
            {!idle &&
              t(kept ? 'import.sending' : 'import.judging', {
                n: formatNumber(wanted.length - left.length, 0),
                total: formatNumber(wanted.length, 0),
              })}
            {state === 'paused' && ` ${t('import.paused')}`}
            {finished && t(kept ? 'import.done' : fresh.length ? 'import.judged' : 'import.nothingNew')}
            {idle && left.length > 0 && t('import.halted', { count: left.length })}
          </p>
          {error !== undefined && (
            <Alert type="error" showIcon title={error instanceof ApiError ? error.message : t('import.failed')} />
          )}
          {idle ? (
            <RowOutcomes told={told} kept={kept} onSave={(refused) => void save(refused)} />
          ) : (
            <Loading rows={3} />
          )}
        </>
      )}
    </Drawer>
  )
}
