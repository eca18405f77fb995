import { Button, Form, Input } from 'antd'
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
  licence: string
  letter?: string
  name: string
  uscc: string
  legalPerson: string
}

/** An enterprise's licence, who represents it, and the letter of whoever does not. */
export function EnterpriseForm({ me, onDone }: { me: string; onDone(): void }) {
  const { t } = useTranslation(['common', 'real-name'])
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const represents = Form.useWatch('legalPerson', form)?.trim() === me
  const submit = useWrite(certifyCalls.submitEnterprise, {
    quiet: true,
    onDone: () => (notices.done(t('real-name:form.done')), onDone()),
  })
  const needed = { required: true, whitespace: true, message: t('required') }
  return (
    <Card title={t('real-name:form.licence')}>
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        scrollToFirstError={{ focus: true }}
        onFinish={(body) => submit.mutate({ body }, { onError: (error) => refuse(error) })}
      >
        <PaperField
          form={form}
          name="licence"
          kind="LICENSE"
          filled={({ name, regNum, person }) => ({
            ...(name ? { name } : {}),
            ...(regNum ? { uscc: regNum } : {}),
            ...(person ? { legalPerson: person } : {}),
          })}
        />
        <Form.Item
          name="name"
          label={t('real-name:field.company')}
          extra={t('real-name:form.companyNote')}
          rules={[needed]}
        >
          <Input maxLength={100} autoComplete="organization" />
        </Form.Item>
        <Form.Item name="uscc" label={t('real-name:field.uscc')} rules={[needed]}>
          <CleanInput clean={numberOf} autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="legalPerson"
          label={t('real-name:field.legalPerson')}
          extra={t('real-name:form.legalNote', { me })}
          rules={[needed]}
        >
          <Input maxLength={50} autoComplete="off" />
        </Form.Item>
        <PaperField form={form} name="letter" kind="LETTER" required={!represents} filled={() => ({})} />
        <div className="skz-form-foot">
          <Button type="primary" size="large" htmlType="submit" loading={submit.isPending}>
            {t('real-name:form.submit')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
