import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { mailOf, typedAs } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'
import { mailCalls } from '../../../contract/accounts/mail.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { SmsCodeFields } from '../SmsCodeFields.tsx'
import { useRefuse } from '../parts/useRefuse.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Values {
  mail: string
  code: string
  codeId?: string
}

/** An address, and the code that was sent there. */
export function MailDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { t } = useTranslation(['common', 'accounts'])
  const { client } = useConsole()
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefuse(form)
  const set = useWrite(mailCalls.set, {
    quiet: true,
    onDone: () => (notices.done(t('accounts:settings.mail.done')), onDone()),
  })
  return (
    <FormDialog
      form={form}
      title={t('accounts:settings.mail.title')}
      ok={t('accounts:settings.mail.submit')}
      isSending={set.isPending}
      onClose={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={({ mail, code, codeId = '' }) =>
          set.mutate({ body: { mail, code, codeId } }, { onError: (error) => refuse(error) })
        }
      >
        <Form.Item
          name="mail"
          label={t('accounts:settings.mail.new')}
          rules={[
            { required: true, transform: typedAs(mailOf), type: 'email', message: t('accounts:settings.mail.need') },
          ]}
        >
          <CleanInput clean={mailOf} autoFocus type="email" autoComplete="email" maxLength={254} />
        </Form.Item>
        <SmsCodeFields
          before={['mail']}
          label={t('accounts:code.mail')}
          send={(captcha) =>
            client.call(mailCalls.sendCode, { body: { mail: form.getFieldValue('mail') as string, ...captcha } })
          }
        />
      </Form>
    </FormDialog>
  )
}
