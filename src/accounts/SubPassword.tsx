import { Form, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SubAccount, subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { useConsole } from '../kit/console-context.ts'
import { fieldErrors } from '../kit/field-errors.ts'
import { useWrite } from '../kit/useCall.ts'
import { useNotices } from '../kit/useNotices.ts'
import { SmsCodeFields } from './SmsCodeFields.tsx'

interface Values {
  password: string
  code: string
  codeId: string
}

/** A password for a sub-account that this enterprise brought here, with the code its holder was sent. */
export function SubPassword({ row, onClose }: { row: SubAccount; onClose(): void }) {
  const { t } = useTranslation(['common', 'accounts'])
  const { client } = useConsole()
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const set = useWrite(subAccountCalls.setPassword, { quiet: true, onDone: () => (notices.done(t('accounts:action.password.done')), onClose()) })
  function refuse(error: unknown) {
    const fields = fieldErrors(error)
    form.setFields(fields)
    if (!fields.length) notices.refusal(error)
  }
  return (
    <Modal open title={t('accounts:action.password.label')} okText={t('save')} cancelText={t('cancel')} confirmLoading={set.isPending} onCancel={onClose} onOk={() => form.submit()}>
      <p>{t('accounts:subPassword.lead', { name: row.name, phone: row.phoneMasked })}</p>
      <Form<Values> form={form} layout="vertical" onFinish={({ password, code, codeId }) => (codeId ? set.mutate({ body: { userId: row.id, password, code, codeId } }, { onError: refuse }) : form.setFields([{ name: 'code', errors: [t('accounts:code.first')] }]))}>
        <SmsCodeFields send={(captcha) => client.call(subAccountCalls.sendCode, { body: { userId: row.id, ...captcha } })} />
        <Form.Item name="password" label={t('accounts:password.new')} extra={t('accounts:password.note')} rules={[{ required: true, min: 10, message: t('accounts:password.note') }]}><Input.Password maxLength={128} autoComplete="new-password" /></Form.Item>
      </Form>
    </Modal>
  )
}
