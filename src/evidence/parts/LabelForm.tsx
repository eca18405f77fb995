import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { type EvidenceRow, evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { LabelSelect } from './LabelSelect.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

export function LabelForm({ row, onClose }: { row: EvidenceRow; onClose(): void }) {
  const { t } = useTranslation(['common', 'evidence'])
  const [form] = Form.useForm<{ labels: string[] }>()
  const notices = useNotices()
  const write = useWrite(evidenceCalls.relabel, {
    refresh: ['evidence', 'webCaptures', 'fileDeposits', 'hashDeposits', 'works'],
    quiet: true,
    onDone: () => (notices.done(t('evidence:action.relabel.done')), onClose()),
  })
  return (
    <FormDialog form={form} title={t('evidence:action.relabel.label')} isSending={write.isPending} onClose={onClose}>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ labels: row.tags }}
        onFinish={(v) =>
          write.mutate({ params: { id: row.id }, body: v }, { onError: (e) => form.setFields(fieldErrors(e)) })
        }
      >
        <Form.Item name="labels" label={t('evidence:field.tags')} extra={t('evidence:labelNote')}>
          <LabelSelect />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
