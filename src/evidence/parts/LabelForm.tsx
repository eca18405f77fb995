import { Form, Modal, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type EvidenceRow, evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { mostLabels } from '../../../contract/kit/fields.ts'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'

export function LabelForm({ row, onClose }: { row: EvidenceRow; onClose(): void }) {
  const { t } = useTranslation(['common', 'evidence'])
  const [form] = Form.useForm<{ labels: string[] }>()
  const notices = useNotices()
  const known = useRead(evidenceCalls.labels, {})
  const write = useWrite(evidenceCalls.relabel, {
    refresh: ['evidence', 'webCaptures', 'fileDeposits', 'hashDeposits', 'works'],
    quiet: true,
    onDone: () => (notices.done(t('evidence:action.relabel.done')), onClose()),
  })
  return (
    <Modal
      open
      title={t('evidence:action.relabel.label')}
      okText={t('save')}
      cancelText={t('cancel')}
      confirmLoading={write.isPending}
      onCancel={onClose}
      onOk={() => form.submit()}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ labels: row.tags }}
        onFinish={(v) =>
          write.mutate({ params: { id: row.id }, body: v }, { onError: (e) => form.setFields(fieldErrors(e)) })
        }
      >
        <Form.Item name="labels" label={t('evidence:field.tags')} extra={t('evidence:labelNote')}>
          <Select
            mode="tags"
            maxCount={mostLabels}
            options={(known.data?.list ?? []).map((l) => ({ value: l.label, label: l.label }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
