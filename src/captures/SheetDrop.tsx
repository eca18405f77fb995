import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { Alert, Button, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import { batchCalls, type Import, maxBatchRows, maxImportBytes } from '../../contract/captures/batch.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { Card } from '../kit/page/Card.tsx'
import { useByteLink } from '../kit/resource/useByteLink.ts'
import { useWrite } from '../kit/resource/useCall.ts'

/** Takes a sheet in; what is wrong with the file as a whole is said here, what is wrong with rows comes with the answer. */
export function SheetDrop({ onRead }: { onRead(sheet: Import): void }) {
  const { t } = useTranslation(['console'])
  const link = useByteLink()
  const read = useWrite(batchCalls.check, { quiet: true, onDone: (sheet) => sheet && onRead(sheet) })
  const template = link(pathOf(batchCalls.template))
  return (
    <Card
      title={t('sheet.file')}
      extra={
        <Button icon={<DownloadOutlined aria-hidden />} href={template} download>
          {t('sheet.template')}
        </Button>
      }
    >
      <Upload.Dragger
        accept=".xlsx"
        maxCount={1}
        showUploadList={false}
        disabled={read.isPending}
        aria-label={t('sheet.drop')}
        beforeUpload={(file) => {
          read.mutate({ body: {}, file })
          return false
        }}
      >
        <p className="skz-drop-icon">
          <FileExcelOutlined aria-hidden />
        </p>
        <p>{read.isPending ? t('sheet.reading') : t('sheet.drop')}</p>
        <p className="skz-muted">
          {t('sheet.limits', { rows: maxBatchRows, megabytes: maxImportBytes / 1024 / 1024 })}
        </p>
      </Upload.Dragger>
      {read.error && (
        <Alert
          className="skz-gap"
          type="error"
          showIcon
          title={read.error.fields.map((f) => f.message).join(' ') || read.error.message}
        />
      )}
    </Card>
  )
}
