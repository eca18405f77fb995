import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { Alert, Button, Upload } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../plain/format.ts'
import { FileError, mostBytes, mostCells, mostColumns, mostMilliseconds, mostRows } from '../sheet/caps.ts'
import type { Read } from '../sheet/cells.ts'
import { readInWorker } from '../sheet/read-in-worker.ts'
import { saveFile } from '../sheet/save-file.ts'
import { type Column, headingOf } from './template.ts'
import { widthOf } from '../export/texts.ts'
import { makeSheet } from '../sheet/write-in-worker.ts'

const limits = {
  rows: formatNumber(mostRows, 0),
  megabytes: mostBytes / 1024 / 1024,
  columns: mostColumns,
  cells: formatNumber(mostCells, 0),
  seconds: mostMilliseconds / 1_000,
}

interface Props {
  title: string
  columns: readonly Column[]
  onRead(name: string, read: Read): void
}

/** Takes a file in; what is wrong with it as a whole is said here. */
export function ChooseFile({ title, columns, onRead }: Props) {
  const { t } = useTranslation()
  const [reading, setReading] = useState(false)
  const [wrong, setWrong] = useState<FileError>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function read(file: File) {
    const controller = new AbortController()
    stop.current = controller
    setReading(true)
    setWrong(undefined)
    try {
      const sheet = await readInWorker(file, controller.signal)
      if (!controller.signal.aborted) onRead(file.name, sheet)
    } catch (error) {
      if (!controller.signal.aborted) setWrong(error instanceof FileError ? error : new FileError('unreadable'))
    } finally {
      setReading(false)
    }
  }
  async function saveTemplate() {
    const header = columns.map(headingOf)
    const file = await makeSheet(
      {
        title,
        header,
        widths: columns.map((c, i) => widthOf(c.field.kind, header[i]!)),
        notes: columns.map((c) => c.note),
      },
      [columns.map((c) => c.example)],
    )
    saveFile(file, `${t('import.templateName', { name: title })}.xlsx`)
  }

  return (
    <>
      <p>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void saveTemplate()}>
          {t('import.template')}
        </Button>
      </p>
      <Upload.Dragger
        accept=".xlsx,.csv"
        maxCount={1}
        showUploadList={false}
        disabled={reading}
        aria-label={t('import.drop')}
        beforeUpload={(file) => {
          void read(file)
          return false
        }}
      >
        <p className="skz-drop-icon">
          <FileExcelOutlined aria-hidden />
        </p>
        <p role="status">{reading ? t('import.reading') : t('import.drop')}</p>
        <p className="skz-muted">{t('import.limits', limits)}</p>
      </Upload.Dragger>
      {wrong && (
        <Alert
          className="skz-gap"
          type="error"
          showIcon
          title={t(`import.file.${wrong.reason}`, { ...limits, count: wrong.hidden })}
        />
      )}
    </>
  )
}
