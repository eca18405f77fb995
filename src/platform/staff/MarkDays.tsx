import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { calendarCalls, DayKind } from '../../../contract/platform/calendar.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Values {
  from: string
  to: string
  dayKind: DayKind
  name: string
}

/** A holiday from its first day to its last, or days that are worked for it. */
export function MarkDays({ year, onClose }: { year: number; onClose(): void }) {
  const { t } = useTranslation(['common', 'platform'])
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(calendarCalls.mark, {
    refresh: ['calendarDays', 'operatorAudit'],
    quiet: true,
    onDone: ({ marked }) => (notices.done(t('platform:calendar.done', { count: marked })), onClose()),
  })
  const required = [{ required: true, message: t('required') }]
  const bounds = { min: `${year}-01-01`, max: `${year}-12-31` }
  return (
    <FormDialog
      form={form}
      title={t('platform:calendar.markOf', { year })}
      isSending={write.isPending}
      onClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ dayKind: 'off' }}
        onFinish={(body) => write.mutate({ body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item name="dayKind" label={t('platform:field.dayKind')} extra={t('platform:calendar.kindHelp')}>
          <Radio.Group
            options={DayKind.options.map((value) => ({ value, label: t(`platform:choice.dayKind.${value}`) }))}
          />
        </Form.Item>
        <div className="skz-form-row">
          <Form.Item name="from" label={t('platform:calendar.from')} rules={required}>
            <Input type="date" {...bounds} />
          </Form.Item>
          <Form.Item name="to" label={t('platform:calendar.to')} rules={required}>
            <Input type="date" {...bounds} />
          </Form.Item>
        </div>
        <Form.Item name="name" label={t('platform:field.name')} rules={required}>
          <Input maxLength={30} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
