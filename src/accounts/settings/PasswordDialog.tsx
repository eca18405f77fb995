import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { settingsCalls } from '../../../contract/accounts/settings.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefuse } from '../parts/useRefuse.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Values {
  oldPassword: string
  newPassword: string
  again: string
}

export function PasswordDialog({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const { t } = useTranslation(['common', 'accounts'])
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefuse(form)
  const change = useWrite(settingsCalls.changePassword, {
    quiet: true,
    onDone: () => (notices.done(t('accounts:settings.passwordForm.done')), onDone()),
  })
  return (
    <FormDialog
      form={form}
      title={t('accounts:settings.passwordForm.title')}
      ok={t('accounts:settings.passwordForm.submit')}
      isSending={change.isPending}
      onClose={onClose}
    >
      <p>{t('accounts:settings.passwordForm.lead')}</p>
      <Form<Values>
        form={form}
        layout="vertical"
        onFinish={({ oldPassword, newPassword }) =>
          change.mutate({ body: { oldPassword, newPassword } }, { onError: (error) => refuse(error) })
        }
      >
        <Form.Item
          name="oldPassword"
          label={t('accounts:settings.passwordForm.old')}
          rules={[{ required: true, message: t('accounts:settings.passwordForm.needOld') }]}
        >
          <Input.Password autoFocus maxLength={128} autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('accounts:password.new')}
          extra={t('accounts:password.note')}
          rules={[{ required: true, min: 10, message: t('accounts:password.note') }]}
        >
          <Input.Password maxLength={128} autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="again"
          label={t('accounts:settings.passwordForm.again')}
          dependencies={['newPassword']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, again) =>
                again === getFieldValue('newPassword')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('accounts:settings.passwordForm.differs'))),
            }),
          ]}
        >
          <Input.Password maxLength={128} autoComplete="new-password" />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
