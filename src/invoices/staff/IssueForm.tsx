import { FileTextOutlined } from '@ant-design/icons'
import { Button, Form, Upload } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { digitsOf } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'
import { mostInvoiceFile, type StaffInvoice, staffInvoiceCalls } from '../../../contract/invoices/staff-invoices.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  row: StaffInvoice
  onClose(): void
}
interface Values {
  invoiceNumber: string
  invoiceCode?: string
  /** Only its place in the form: what is wrong with the file is told there. */
  file?: string
}

/** Takes the number that the tax office gave, and the file. */
export function IssueForm({ row, onClose }: Props) {
  const { t } = useTranslation(['common', 'invoices'])
  const [form] = Form.useForm<Values>()
  const [file, setFile] = useState<File>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(staffInvoiceCalls.issue, {
    refresh: ['staffInvoices', 'operatorAudit'],
    quiet: true,
    onDone: () => (notices.done(t('invoices:issue.done')), onClose()),
  })
  const send = ({ invoiceNumber, invoiceCode }: Values) =>
    write.mutate(
      {
        params: { id: row.id },
        body: { invoiceNumber, attempt: row.attempt, ...(invoiceCode && { invoiceCode }) },
        ...(file && { file }),
      },
      { onError: (error) => refuse(error) },
    )
  return (
    <FormDialog
      form={form}
      title={t('invoices:issue.title', { number: row.applyNo })}
      ok={t('invoices:issue.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{t('invoices:issue.lead', { title: row.title, amount: formatMoney(row.amount) })}</p>
      <Form<Values> form={form} layout="vertical" onFinish={send}>
        <Form.Item
          name="invoiceNumber"
          label={t('invoices:issue.number')}
          extra={t('invoices:issue.numberHelp')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <CleanInput clean={digitsOf} inputMode="numeric" autoComplete="off" />
        </Form.Item>
        {row.medium === 'PAPER' && (
          <Form.Item name="invoiceCode" label={t('invoices:issue.code')}>
            <CleanInput clean={digitsOf} inputMode="numeric" autoComplete="off" />
          </Form.Item>
        )}
        <Form.Item
          name="file"
          label={t('invoices:issue.file')}
          extra={t('invoices:issue.fileHelp', { megabytes: mostInvoiceFile / 1024 / 1024 })}
          getValueFromEvent={() => undefined}
        >
          <Upload
            accept=".pdf,.ofd"
            maxCount={1}
            showUploadList={false}
            beforeUpload={(given) => {
              setFile(given)
              form.setFields([{ name: 'file', errors: [] }])
              return false
            }}
          >
            <Button icon={<FileTextOutlined aria-hidden />}>{file?.name ?? t('invoices:issue.choose')}</Button>
          </Upload>
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
