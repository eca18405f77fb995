import { Button, DatePicker, Form, Select } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PayChannelName } from '../../../contract/payments/pay-orders.ts'
import { reconciliationCalls } from '../../../contract/payments/reconciliations.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'

/** Has a day compared now. */
export function CompareDay() {
  const { t } = useTranslation(['common', 'payments'])
  const [form] = Form.useForm<{ channel: PayChannelName; day: Dayjs }>()
  const navigate = useNavigate()
  const refuse = useRefusal(form)
  const write = useWrite(reconciliationCalls.compare, {
    refresh: ['reconciliations'],
    quiet: true,
    onDone: ({ id }) => void navigate(`/operator/reconciliations/${id}`),
  })
  return (
    <Form
      form={form}
      layout="inline"
      className="skz-compare"
      initialValues={{ channel: 'wechat', day: dayjs().subtract(1, 'day') }}
      onFinish={({ channel, day }) =>
        write.mutate({ body: { channel, day: day.format('YYYY-MM-DD') } }, { onError: (error) => refuse(error) })
      }
    >
      <Form.Item name="channel" label={t('payments:field.channel')}>
        <Select
          options={PayChannelName.options.map((value) => ({ value, label: t(`payments:choice.channel.${value}`) }))}
        />
      </Form.Item>
      <Form.Item name="day" label={t('payments:field.day')} rules={[{ required: true, message: t('required') }]}>
        <DatePicker disabledDate={(day) => !day.isBefore(dayjs(), 'day')} />
      </Form.Item>
      <Button htmlType="submit" loading={write.isPending}>
        {t('payments:reconciliation.compare')}
      </Button>
    </Form>
  )
}
