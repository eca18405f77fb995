import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type EvidenceRow, evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

/** Changes the owner's own name for it; the sealed record keeps the name it was sealed with. */
export function RenameForm({ row, onClose }: { row: EvidenceRow; onClose(): void }) {
  const { t } = useTranslation(['common', 'evidence'])
  const [form] = Form.useForm<{ evidenceName: string }>()
  const notices = useNotices()
  const write = useWrite(evidenceCalls.update, {
    refresh: ['evidence', 'webCaptures', 'fileDeposits', 'hashDeposits', 'works'],
    quiet: true,
    onDone: () => (notices.done(t('evidence:action.rename.done')), onClose()),
  })
  return (
    <FormDialog form={form} title={t('evidence:action.rename.label')} isSending={write.isPending} onClose={onClose}>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ evidenceName: row.name }}
        onFinish={(v) =>
          write.mutate({ params: { id: row.id }, body: v }, { onError: (e) => form.setFields(fieldErrors(e)) })
        }
      >
        <Form.Item
          name="evidenceName"
          label={t('evidence:field.name')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
          extra={t('evidence:renameNote')}
        >
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
