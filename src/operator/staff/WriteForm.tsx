import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { staffMessageCalls } from '../../../contract/operator/messages.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  to: 'toPerson' | 'toAccount'
  row: { id: string; name: string }
  onClose(): void
}

/** A message of staff's own words. */
export function WriteForm({ to, row, onClose }: Props) {
  const { t } = useTranslation(['common', 'messages'])
  const [form] = Form.useForm<{ title: string; content: string }>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(staffMessageCalls[to], {
    refresh: ['staffMessages'],
    quiet: true,
    onDone: () => (notices.done(t('messages:write.done')), onClose()),
  })
  return (
    <FormDialog
      form={form}
      title={t('messages:write.title', { name: row.name })}
      ok={t('messages:write.send')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{t('messages:write.lead')}</p>
      <Form
        form={form}
        layout="vertical"
        onFinish={(body) => write.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item
          name="title"
          label={t('messages:field.title')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input autoFocus maxLength={60} showCount />
        </Form.Item>
        <Form.Item
          name="content"
          label={t('messages:field.content')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea maxLength={1_000} showCount autoSize={{ minRows: 4, maxRows: 12 }} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
