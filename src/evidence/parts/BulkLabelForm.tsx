import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type EvidenceRow, evidenceCalls } from '../../../contract/evidence/evidence.ts'
import type { Run } from '../../kit/resource/resource.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { LabelSelect } from './LabelSelect.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  count: number
  onClose(): void
  onRun(run: Run<EvidenceRow>): void
}

/** Adds labels to many evidences and takes others away; what else each carries stays. */
export function BulkLabelForm({ count, onClose, onRun }: Props) {
  const { t } = useTranslation(['common', 'evidence'])
  const [form] = Form.useForm<{ add: string[]; remove: string[] }>()
  const known = useRead(evidenceCalls.labels, {})
  const options = (known.data?.list ?? []).map((l) => ({ value: l.label, label: l.label }))
  const start = ({ add, remove }: { add: string[]; remove: string[] }) =>
    onRun({
      send: 'many',
      call: evidenceCalls.relabelMany,
      request: (rows) => ({ body: { ids: rows.map((r) => r.id), add, remove } }),
    })
  return (
    <FormDialog form={form} title={t('evidence:action.label.label')} onClose={onClose}>
      <p>{t('evidence:action.label.confirm', { count })}</p>
      <Form form={form} layout="vertical" initialValues={{ add: [], remove: [] }} onFinish={start}>
        <Form.Item name="add" label={t('evidence:labels.add')} extra={t('evidence:labelNote')}>
          <LabelSelect />
        </Form.Item>
        <Form.Item
          name="remove"
          label={t('evidence:labels.remove')}
          dependencies={['add']}
          rules={[
            {
              validator: (_, v: string[]) =>
                v.length + (form.getFieldValue('add') as string[]).length
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('evidence:labels.none'))),
            },
          ]}
        >
          <Select mode="multiple" options={options} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
