import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { Card } from '../kit/page/Card.tsx'
import { useWrite } from '../kit/resource/useCall.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'

interface Values {
  cert_name: string
  cert_no: string
}

/** Name and number that Alipay compares with whoever holds the phone. */
export function AlipayForm({ onBegun }: { onBegun(): void }) {
  const { t } = useTranslation(['common', 'real-name'])
  const [form] = Form.useForm<Values>()
  const refuse = useRefusal(form)
  const begin = useWrite(certifyCalls.aliCertify, { quiet: true, onDone: onBegun })
  const needed = { required: true, whitespace: true, message: t('required') }
  return (
    <Card title={t('real-name:alipay.what')}>
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        scrollToFirstError={{ focus: true }}
        onFinish={(body) => begin.mutate({ body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item
          name="cert_name"
          label={t('real-name:field.name')}
          extra={t('real-name:form.nameNote')}
          rules={[needed]}
        >
          <Input maxLength={50} autoComplete="name" />
        </Form.Item>
        <Form.Item name="cert_no" label={t('real-name:field.idcard')} rules={[needed]}>
          <Input maxLength={24} autoComplete="off" />
        </Form.Item>
        <div className="skz-form-foot">
          <Button type="primary" size="large" htmlType="submit" loading={begin.isPending}>
            {t('real-name:alipay.begin')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
