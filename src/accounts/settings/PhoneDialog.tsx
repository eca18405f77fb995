import { Alert, Form, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneOf, typedAs } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'
import { phoneCalls } from '../../../contract/accounts/phone.ts'
import type { Profile } from '../../../contract/accounts/settings.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { SmsCodeFields } from '../SmsCodeFields.tsx'
import { PasswordField, TotpField } from '../parts/ProofFields.tsx'
import { useRefuse } from '../parts/useRefuse.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  profile: Profile
  onClose(): void
  onDone(): void
}

/** First the old phone, or what stands in for a lost one; then the new one. */
export function PhoneDialog({ profile, onClose, onDone }: Props) {
  const [ticket, setTicket] = useState<string>()
  return ticket ? (
    <NewPhone ticket={ticket} onClose={onClose} onDone={onDone} onGone={() => setTicket(undefined)} />
  ) : (
    <OldPhone profile={profile} onClose={onClose} onProven={setTicket} />
  )
}

interface OldValues {
  way: 'byCode' | 'byTotp'
  code?: string
  codeId?: string
  password?: string
  totp?: string
}

function OldPhone({
  profile,
  onClose,
  onProven,
}: {
  profile: Profile
  onClose(): void
  onProven(ticket: string): void
}) {
  const { t } = useTranslation(['common', 'accounts'])
  const { client } = useConsole()
  const [form] = Form.useForm<OldValues>()
  const way = Form.useWatch('way', form) ?? 'byCode'
  const refuse = useRefuse(form)
  const prove = useWrite(phoneCalls.prove, { quiet: true, onDone: ({ ticket }) => onProven(ticket) })
  const stuck = way === 'byTotp' && !(profile.totp.on && profile.hasPassword)
  const submit = ({ code = '', codeId = '', password = '', totp = '' }: OldValues) =>
    prove.mutate(
      { body: way === 'byCode' ? { code, codeId } : { password, totp } },
      { onError: (error) => refuse(error) },
    )
  return (
    <FormDialog
      form={form}
      title={t('accounts:settings.phoneForm.title')}
      ok={t('accounts:settings.phoneForm.next')}
      isSending={prove.isPending}
      okButtonProps={{ disabled: stuck }}
      onClose={onClose}
    >
      <p>{t('accounts:settings.phoneForm.lead')}</p>
      <Form<OldValues> form={form} layout="vertical" initialValues={{ way: 'byCode' }} onFinish={submit}>
        <Form.Item name="way" label={t('accounts:settings.phoneForm.way')}>
          <Radio.Group
            options={(['byCode', 'byTotp'] as const).map((value) => ({
              value,
              label: t(`accounts:settings.phoneForm.${value}`),
            }))}
          />
        </Form.Item>
        {way === 'byCode' && (
          <>
            <p>{t('accounts:settings.phoneForm.codeTo', { phone: profile.phoneMasked })}</p>
            <SmsCodeFields
              send={(captcha) => client.call(phoneCalls.sendCode, { body: { scene: 'UNBIND', ...captcha } })}
            />
          </>
        )}
        {stuck && <Alert type="info" showIcon title={t('accounts:settings.phoneForm.noTotp')} />}
        {way === 'byTotp' && !stuck && (
          <>
            <p>{t('accounts:settings.phoneForm.totpNote')}</p>
            <PasswordField />
            <TotpField recovery />
          </>
        )}
      </Form>
    </FormDialog>
  )
}

interface NewValues {
  phone: string
  code: string
  codeId: string
}

function NewPhone({
  ticket,
  onClose,
  onDone,
  onGone,
}: {
  ticket: string
  onClose(): void
  onDone(): void
  onGone(): void
}) {
  const { t } = useTranslation(['common', 'accounts'])
  const { client } = useConsole()
  const [form] = Form.useForm<NewValues>()
  const notices = useNotices()
  const refuse = useRefuse(form)
  const bind = useWrite(phoneCalls.bind, {
    quiet: true,
    onDone: () => (notices.done(t('accounts:settings.phoneForm.done')), onDone()),
  })
  /** The proof of the old phone is too old by now, or was used: it is given again. */
  const elseBack = (error: unknown) => {
    refuse(error)
    if (error instanceof ApiError && error.code === 'ticket-gone') onGone()
  }
  return (
    <FormDialog
      form={form}
      title={t('accounts:settings.phoneForm.title')}
      ok={t('accounts:settings.phoneForm.submit')}
      isSending={bind.isPending}
      onClose={onClose}
    >
      <Form<NewValues>
        form={form}
        layout="vertical"
        onFinish={({ phone, code, codeId }) =>
          bind.mutate({ body: { phone, code, codeId: codeId || '', ticket } }, { onError: elseBack })
        }
      >
        <Form.Item
          name="phone"
          label={t('accounts:settings.phoneForm.new')}
          rules={[
            {
              required: true,
              transform: typedAs(phoneOf),
              pattern: /^1[3-9]\d{9}$/,
              message: t('accounts:phone.need'),
            },
          ]}
        >
          <CleanInput clean={phoneOf} autoFocus inputMode="tel" autoComplete="off" />
        </Form.Item>
        <SmsCodeFields
          before={['phone']}
          send={(captcha) =>
            client.call(phoneCalls.sendCode, {
              body: { scene: 'REBIND', phone: form.getFieldValue('phone') as string, ticket, ...captcha },
            })
          }
        />
      </Form>
    </FormDialog>
  )
}
