import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { digitsOf } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'
import { phoneCalls } from '../../../contract/accounts/phone.ts'
import type { CodeSent } from '../../../contract/accounts/session.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { SmsCodeFields } from '../SmsCodeFields.tsx'

export interface ProofValues {
  way?: 'password' | 'code'
  password?: string
  code?: string
  codeId?: string
}

/** Of the two ways the one that was chosen. */
export const proofOf = ({ way, password, code, codeId }: ProofValues) =>
  way === 'password' ? { password: password ?? '' } : { code: code ?? '', codeId: codeId ?? '' }

/** Asks whoever is signed in to show that it is them: by password, or by a code to their phone. */
export function ProofFields({ hasPassword, phoneMasked }: { hasPassword: boolean; phoneMasked: string }) {
  const { t } = useTranslation(['accounts'])
  const { client } = useConsole()
  const form = Form.useFormInstance<ProofValues>()
  const way = Form.useWatch('way', form) ?? (hasPassword ? 'password' : 'code')
  const send = (captcha: { captchaId: string; captcha: string }): Promise<z.output<typeof CodeSent>> =>
    client.call(phoneCalls.sendCode, { body: { scene: 'PROVE', ...captcha } })
  return (
    <>
      <Form.Item
        name="way"
        label={t('accounts:settings.proof.way')}
        initialValue={hasPassword ? 'password' : 'code'}
        hidden={!hasPassword}
      >
        <Radio.Group
          options={(['password', 'code'] as const).map((value) => ({
            value,
            label: t(`accounts:settings.proof.${value}`),
          }))}
        />
      </Form.Item>
      {way === 'password' ? (
        <PasswordField />
      ) : (
        <>
          <p>{t('accounts:settings.phoneForm.codeTo', { phone: phoneMasked })}</p>
          <SmsCodeFields send={send} />
        </>
      )}
    </>
  )
}

export function PasswordField() {
  const { t } = useTranslation(['accounts'])
  return (
    <Form.Item
      name="password"
      label={t('accounts:settings.proof.passwordLabel')}
      rules={[{ required: true, message: t('accounts:settings.proof.needPassword') }]}
    >
      <Input.Password maxLength={128} autoComplete="current-password" />
    </Form.Item>
  )
}

/** A code of the authenticator, or a recovery code where that will do. */
export function TotpField({ recovery = false }: { recovery?: boolean }) {
  const { t } = useTranslation(['accounts'])
  return (
    <Form.Item
      name="totp"
      label={t(recovery ? 'accounts:settings.totp.codeOr' : 'accounts:settings.totp.code')}
      rules={[{ required: true, whitespace: true, message: t('accounts:settings.totp.need') }]}
    >
      <CleanInput
        clean={digitsOf}
        autoComplete="one-time-code"
        {...(recovery ? {} : { inputMode: 'numeric' as const })}
      />
    </Form.Item>
  )
}
