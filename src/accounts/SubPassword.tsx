import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type SubAccount, subAccountCalls } from '../../contract/accounts/sub-accounts.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { SmsCodeFields } from './SmsCodeFields.tsx'
import { useRefuse } from './parts/useRefuse.ts'
import { FormDialog } from '../kit/form/FormDialog.tsx'

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
  const refuse = useRefuse(form)
  const set = useWrite(subAccountCalls.setPassword, {
    quiet: true,
    onDone: () => (notices.done(t('accounts:action.password.done')), onClose()),
  })
  return (
    <FormDialog form={form} title={t('accounts:action.password.label')} isSending={set.isPending} onClose={onClose}>
      <p>{t('accounts:subPassword.lead', { name: row.name, phone: row.phoneMasked })}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={({ password, code, codeId }) =>
          set.mutate(
            { body: { userId: row.id, password, code, codeId: codeId || '' } },
            { onError: (error) => refuse(error) },
          )
        }
      >
        <SmsCodeFields
          send={(captcha) => client.call(subAccountCalls.sendCode, { body: { userId: row.id, ...captcha } })}
        />
        <Form.Item
          name="password"
          label={t('accounts:password.new')}
          extra={t('accounts:password.note')}
          rules={[{ required: true, min: 10, message: t('accounts:password.note') }]}
        >
          <Input.Password maxLength={128} autoComplete="new-password" />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
