import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type OfficeOrder, officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'

/** Who of the office has an order. */
export function AssignForm({ row, onClose }: { row: OfficeOrder; onClose(): void }) {
  const { t } = useTranslation(['common', 'notarization'])
  const [form] = Form.useForm<{ assigneeId: string }>()
  const { data } = useRead(officeOrderCalls.people, {}, { staleTime: 0 })
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(officeOrderCalls.assign, {
    refresh: ['officeOrders'],
    quiet: true,
    onDone: () => (notices.done(t('notarization:action.assign.done')), onClose()),
  })
  return (
    <FormDialog form={form} title={t('notarization:action.assign.label')} isSending={write.isPending} onClose={onClose}>
      <p className="skz-break">{row.title}</p>
      <Form
        form={form}
        layout="vertical"
        {...(row.assigneeId && { initialValues: { assigneeId: row.assigneeId } })}
        onFinish={(body) => write.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item
          name="assigneeId"
          label={t('notarization:step.assignee')}
          rules={[{ required: true, message: t('required') }]}
        >
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={(data?.list ?? []).map(({ id, name, officeRole }) => ({
              value: id,
              label: `${name} · ${t(`notarization:choice.officeRole.${officeRole}`)}`,
            }))}
          />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
