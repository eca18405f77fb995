import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { accountCalls, type PlatformAccount } from '../../../contract/operator/accounts.ts'
import { mostGib } from '../../../contract/platform/settings.ts'
import { formatSize } from '../../kit/plain/format.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  row: PlatformAccount
  onClose(): void
}

interface Values {
  storedGib: number | null
  unfinishedGib: number | null
  reason: string
}

/** How much one account may store and have unfinished, beside what it has. */
export function StorageForm({ row, onClose }: Props) {
  const { t } = useTranslation(['common', 'operator'])
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(accountCalls.setStorage, {
    refresh: ['operatorAccounts', 'operatorAudit'],
    quiet: true,
    onDone: () => (notices.done(t('operator:action.storage.done')), onClose()),
  })
  const limit = (name: 'storedGib' | 'unfinishedGib', taken: number) => (
    <Form.Item
      name={name}
      label={t(`operator:field.${name}`)}
      extra={t('operator:storage.taken', { size: formatSize(taken) })}
    >
      <InputNumber min={1} max={mostGib} precision={0} style={{ width: '100%' }} />
    </Form.Item>
  )
  return (
    <FormDialog
      form={form}
      title={t('operator:storage.title', { name: row.name })}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{t('operator:storage.lead')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ storedGib: row.storedGib, unfinishedGib: row.unfinishedGib }}
        onFinish={(body) => write.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        {limit('storedGib', row.stored)}
        {limit('unfinishedGib', row.unfinished)}
        <Form.Item
          name="reason"
          label={t('operator:reason.label')}
          extra={t('operator:reason.help')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
