import { FileAddOutlined } from '@ant-design/icons'
import { Button, Modal, Tag, Upload } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FiledInvoice, mostInvoiceFile, staffInvoiceCalls } from '../../../contract/invoices/staff-invoices.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { retryWhenThrottled } from '../../kit/refusals/retry-when-throttled.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useInvalidateResource } from '../../kit/resource/useInvalidateResource.ts'

interface Sent {
  key: number
  name: string
  /** What it was found to be of, or why it was refused; nothing while it is on its way. */
  filed?: FiledInvoice
  problem?: string
}

/** Files of invoices, as many as there are: each finds its own by the number in its name. */
export function AddFiles() {
  const { t } = useTranslation(['common', 'invoices'])
  const { rows, add, close } = useFiles()
  return (
    <p>
      <Upload
        accept=".pdf,.ofd"
        multiple
        showUploadList={false}
        beforeUpload={(file, all) => {
          if (file === all[0]) void add(all)
          return false
        }}
      >
        <Button icon={<FileAddOutlined aria-hidden />}>{t('invoices:files.add')}</Button>
      </Upload>
      {rows.length > 0 && (
        <Modal open title={t('invoices:files.title')} footer={null} width={720} onCancel={close}>
          <p role="status">
            {t('invoices:files.counts', {
              count: rows.length,
              filed: rows.filter(({ filed }) => filed).length,
              refused: rows.filter(({ problem }) => problem).length,
            })}
          </p>
          <SmallTable
            caption={t('invoices:files.title')}
            rows={rows}
            keyOf={({ key }) => key}
            columns={[
              {
                key: 'name',
                title: t('invoices:files.name'),
                render: ({ name }) => <span className="skz-break">{name}</span>,
              },
              { key: 'end', title: t('invoices:files.end'), render: (row) => <Outcome row={row} /> },
            ]}
          />
        </Modal>
      )}
    </p>
  )
}

function Outcome({ row: { filed, problem } }: { row: Sent }) {
  const { t } = useTranslation(['invoices'])
  if (problem) return <span className="skz-bad">{problem}</span>
  if (!filed) return <span className="skz-muted">{t('files.sending')}</span>
  return (
    <>
      <Tag color={filed.outcome === 'new' ? 'success' : 'default'}>{t(`files.${filed.outcome}`)}</Tag> {filed.applyNo},{' '}
      {filed.title}, {formatMoney(filed.amount)}
    </>
  )
}

/** One after the other; closing the window ends what was not sent. */
function useFiles() {
  const { t } = useTranslation(['common', 'invoices'])
  const { client } = useConsole()
  const invalidate = useInvalidateResource()
  const [rows, setRows] = useState<readonly Sent[]>([])
  const stop = useRef<AbortController>(undefined)

  async function send(file: File, signal: AbortSignal): Promise<Pick<Sent, 'filed' | 'problem'>> {
    const megabytes = mostInvoiceFile / 1024 / 1024
    if (file.size > mostInvoiceFile) return { problem: t('invoices:files.tooBig', { megabytes }) }
    try {
      const asked = () => client.call(staffInvoiceCalls.addFile, { file }, signal)
      return { filed: await retryWhenThrottled(asked, { signal, onPause: () => {} }) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { problem: error.fields[0]?.message ?? error.message }
    }
  }
  async function add(files: readonly File[]) {
    stop.current?.abort()
    const controller = new AbortController()
    stop.current = controller
    setRows(files.map(({ name }, key) => ({ key, name })))
    for (const [key, file] of files.entries()) {
      if (controller.signal.aborted) break
      const end = await send(file, controller.signal)
      if (controller.signal.aborted) break
      setRows((before) => before.map((row) => (row.key === key ? { ...row, ...end } : row)))
    }
    await invalidate('staffInvoices')
  }
  const close = () => (stop.current?.abort(), setRows([]))
  return { rows, add, close }
}
