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
import { type Cell, isEmptyRow } from '../sheet/cells.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { MatchColumns, matchProblems } from './MatchColumns.tsx'
import { refusedSheet } from './refused-sheet.ts'
import { RowOutcomes } from '../RowOutcomes.tsx'
import { fileName, saveFile } from '../sheet/save-file.ts'
import type { Column } from './template.ts'
import { outcomesOfRows, remarksOfRows, type RowOutcome, type RowRemarks } from '../row-outcomes.ts'
import { type Pass, usePasses } from './usePasses.ts'
import { type Sheet, useSheet } from './useSheet.ts'
import { makeSheet } from '../sheet/write-in-worker.ts'

const steps = ['file', 'match', 'judge', 'result'] as const
type Step = (typeof steps)[number]

interface Props {
  resource: Resource
  onClose(): void
}

/** Records from a sheet: choose it, check its columns, try it without keeping anything, then import it. */
export function ImportDrawer(props: Props) {
  const { i18n } = useTranslation()
  const [languages, setLanguages] = useState<Words[]>()
  const { words } = props.resource
  useEffect(() => void everyLanguage(i18n.language, words).then(setLanguages), [i18n.language, words])
  return languages ? <Steps {...props} languages={languages} /> : null
}

function Steps({ resource, onClose, languages }: Props & { languages: Words[] }) {
  const { t, i18n } = useTranslation(['common', resource.words])
  const wide = Breakpoints.useBreakpoint().md ?? true
  const [step, setStep] = useState<Step>('file')
  const kept = step === 'result'
  const { sheet, columns, fields, setFields, rows, take, drop } = useSheet(resource, languages)
  const { pass, verdicts, fresh, judge, keep, forget } = usePasses(resource, rows, kept)
  const title = resourceWords(t, resource, 'title')
  useUnsavedWork(sheet !== undefined)
  const told = useMemo(() => {
    const [headings, say] = [new Map(columns.map((c) => [c.name, c.heading])), t as unknown as Words]
    return { outcomes: outcomesOfRows(rows, verdicts, headings, say), remarks: remarksOfRows(rows, headings, say) }
  }, [columns, rows, t, verdicts])
  const idle = pass.state === 'idle'

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [step])

  function again() {
    forget()
    drop()
    setStep('file')
  }
  function goOn() {
    if (step === 'match') {
      setStep('judge')
      void judge()
    } else if (!pass.finished) void (kept ? keep(pass.left) : judge(pass.left))
    else if (step === 'judge') {
      setStep('result')
      void keep()
    } else onClose()
  }
  function save(refused: RowOutcome[]) {
    const name = t('import.refusedName', { name: title })
    const reasons = [t('import.reason'), ...languages.map((words) => sayKey(words, 'common:import.reason'))]
    void saveRefused(name, reasons, sheet!.grid[sheet!.heading]!, refused, i18n.language)
  }
  const { twice, missing } = matchProblems(columns, fields)
  return (
    <Drawer
      open
      title={t('import.title', { name: title })}
      size={wide ? 640 : '100%'}
      onClose={onClose}
      closable={idle}
      keyboard={idle}
      mask={{ closable: false }}
      footer={
        <Foot
          step={step}
          pass={pass}
          fresh={fresh.length}
          ready={rows.length > 0 && !twice.length && !missing.length}
          onGoOn={goOn}
          onAgain={again}
          onClose={onClose}
        />
      }
    >
      <h3 ref={heading} tabIndex={-1} className="skz-drawer-head">
        {t('import.step', { n: steps.indexOf(step) + 1, name: t(`import.steps.${step}`) })}
      </h3>
      {step === 'file' && (
        <ChooseFile title={title} columns={columns} onRead={(name, read) => (take(name, read), setStep('match'))} />
      )}
      {step === 'match' && sheet && (
        <MatchStep sheet={sheet} rows={rows.length} columns={columns} fields={fields} onChange={setFields} />
      )}
      {(step === 'judge' || kept) && (
        <PassStep pass={pass} kept={kept} fresh={fresh.length} told={told} onSave={save} />
      )}
    </Drawer>
  )
}

/** Rows that came to nothing, each with why, as a sheet under the same heading. */
async function saveRefused(
  name: string,
  reasons: string[],
  heading: readonly Cell[],
  refused: readonly RowOutcome[],
  language: string,
) {
  const rows = refused.map(({ row, reasons: why }) => ({ cells: row.cells, reason: why.join(' ') }))
  const made = refusedSheet(name, heading, rows, reasons)
  saveFile(await makeSheet(made.sheet, made.rows), fileName(name, language, 'xlsx'))
}

interface FootProps {
  step: Step
  pass: Pass
  fresh: number
  /** Whether the columns are such that rows can be tried. */
  ready: boolean
  onGoOn(): void
  onAgain(): void
  onClose(): void
}

/** Where a step leads to, or the way to stop what is under way. */
function Foot({ step, pass, fresh, ready, onGoOn, onAgain, onClose }: FootProps) {
  const { t } = useTranslation()
  const [label, disabled] =
    step === 'match'
      ? [t('import.judge'), !ready]
      : !pass.finished
        ? [t('import.goOn', { count: pass.left.length }), false]
        : step === 'judge'
          ? [t('import.begin', { count: fresh }), !fresh]
          : [t('import.finish'), false]
  return (
    <div className="skz-row">
      {pass.state !== 'idle' ? (
        <Button onClick={pass.stop}>{t('import.stop')}</Button>
      ) : step === 'file' ? (
        <Button onClick={onClose}>{t('cancel')}</Button>
      ) : (
        <>
          <Button type="primary" disabled={disabled} onClick={onGoOn}>
            {label}
          </Button>
          <Button onClick={onAgain}>{t('import.another')}</Button>
        </>
      )}
    </div>
  )
}

interface MatchProps {
  sheet: Sheet
  rows: number
  columns: readonly Column[]
  fields: readonly (string | null)[]
  onChange(fields: (string | null)[]): void
}

function MatchStep({ sheet, rows, columns, fields, onChange }: MatchProps) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('import.matchLead', { file: sheet.name, count: rows })}</p>
      {rows > 0 && sheet.hidden > 0 && (
        <Alert className="skz-gap" type="info" showIcon title={t('import.hidden', { count: sheet.hidden })} />
      )}
      <MatchColumns
        heading={sheet.grid[sheet.heading]!}
        sample={sheet.grid.find((row, i) => i > sheet.heading && !isEmptyRow(row)) ?? []}
        columns={columns}
        fields={fields}
        onChange={onChange}
      />
      {!rows && (
        <Alert
          className="skz-gap"
          type="warning"
          showIcon
          title={sheet.hidden ? t('import.file.allHidden', { count: sheet.hidden }) : t('import.noRows')}
        />
      )}
      <p className="skz-muted">{t('import.judgeNote')}</p>
    </>
  )
}

interface PassProps {
  pass: Pass
  /** Whether rows are kept, or only looked at. */
  kept: boolean
  fresh: number
  told: { outcomes: readonly RowOutcome[]; remarks: readonly RowRemarks[] }
  onSave(refused: RowOutcome[]): void
}

/** How far a pass is, then what it came to. */
function PassStep({ pass, kept, fresh, told, onSave }: PassProps) {
  const { t } = useTranslation()
  const { state, error, wanted, left, finished } = pass
  const idle = state === 'idle'
  const done = wanted.length - left.length
  return (
    <>
      {!finished && (
        <Progress
          percent={wanted.length ? Math.floor((done / wanted.length) * 100) : 100}
          status={idle ? 'exception' : 'active'}
          aria-label={t('import.progress')}
        />
      )}
      <p role="status">
        {!idle &&
          t(kept ? 'import.sending' : 'import.judging', {
            n: formatNumber(done, 0),
            total: formatNumber(wanted.length, 0),
          })}
        {state === 'paused' && ` ${t('import.paused')}`}
        {finished && t(kept ? 'import.done' : fresh ? 'import.judged' : 'import.nothingNew')}
        {idle && left.length > 0 && t('import.halted', { count: left.length })}
      </p>
      {error !== undefined && (
        <Alert type="error" showIcon title={error instanceof ApiError ? error.message : t('import.failed')} />
      )}
      {idle ? (
        <RowOutcomes told={told.outcomes} remarks={told.remarks} kept={kept} onSave={onSave} />
      ) : (
        <Loading rows={3} />
      )}
    </>
  )
}
