import { Button, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { numberOf } from '../../contract/kit/typed/clean.ts'
import { CleanInput } from '../kit/form/CleanInput.tsx'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { Card } from '../kit/page/Card.tsx'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'
import { PaperField } from './PaperField.tsx'

interface Values {
  front: string
  back: string
  name: string
  idcard: string
  long?: boolean
  validUntil?: string
}

/** A person's card: both sides, and what stands on it. */
export function PapersForm({ onDone }: { onDone(): void }) {
  const { t } = useTranslation(['common', 'real-name'])
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const long = Form.useWatch('long', form)
  const submit = useWrite(certifyCalls.submitPersonal, {
    quiet: true,
    onDone: () => (notices.done(t('real-name:form.done')), onDone()),
  })
  const needed = { required: true, whitespace: true, message: t('required') }
  const send = ({ long: forEver, validUntil = '', ...values }: Values) =>
    submit.mutate(
      { body: { ...values, validUntil: forEver ? 'long' : validUntil } },
      { onError: (error) => refuse(error) },
    )
  return (
    <Card title={t('real-name:form.papers')}>
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        scrollToFirstError={{ focus: true }}
        onFinish={send}
      >
        <div className="skz-form-line">
          <PaperField
            form={form}
            name="front"
            kind="FRONT"
            filled={({ name, idNumber }) => ({ ...(name ? { name } : {}), ...(idNumber ? { idcard: idNumber } : {}) })}
          />
          <PaperField
            form={form}
            name="back"
            kind="BACK"
            filled={({ validUntil }) => (validUntil === 'long' ? { long: true } : validUntil ? { validUntil } : {})}
          />
        </div>
        <Form.Item name="name" label={t('real-name:field.name')} extra={t('real-name:form.nameNote')} rules={[needed]}>
          <Input maxLength={50} autoComplete="name" />
        </Form.Item>
        <Form.Item name="idcard" label={t('real-name:field.idcard')} rules={[needed]}>
          <CleanInput clean={numberOf} autoComplete="off" inputMode="text" />
        </Form.Item>
        <div className="skz-form-line">
          <Form.Item name="validUntil" label={t('real-name:field.validUntil')} rules={long ? [] : [needed]}>
            <Input type="date" disabled={long === true} />
          </Form.Item>
          <Form.Item name="long" valuePropName="checked" label={t('real-name:field.longLabel')}>
            <Checkbox>{t('real-name:field.long')}</Checkbox>
          </Form.Item>
        </div>
        <div className="skz-form-foot">
          <Button type="primary" size="large" htmlType="submit" loading={submit.isPending}>
            {t('real-name:form.submit')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
