import { Alert, Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { phoneCalls } from '../../../contract/accounts/phone.ts'
import { settingsCalls } from '../../../contract/accounts/settings.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { SmsCodeFields } from '../SmsCodeFields.tsx'
import { PasswordField, TotpField } from './ProofFields.tsx'

export interface StrongProofValues {
  way?: 'byCode' | 'byTotp'
  code?: string
  codeId?: string
  password?: string
  totp?: string
}

/** Of the two ways the one that was chosen. */
export const strongProofOf = ({ way, code = '', codeId = '', password = '', totp = '' }: StrongProofValues) =>
  way === 'byTotp' ? { password, totp } : { code, codeId }

/** Asks for a code to the person's phone, or, where that is lost, for password and authenticator together. */
export function StrongProofFields() {
  const { t } = useTranslation(['data-rights'])
  const { bean, client } = useConsole()
  const form = Form.useFormInstance<StrongProofValues>()
  const way = Form.useWatch('way', form) ?? 'byCode'
  const { data: profile } = useRead(settingsCalls.profile, {})
  const stuck = profile && !(profile.totp.on && profile.hasPassword)
  return (
    <>
      <Form.Item name="way" label={t('data-rights:proof.how')} initialValue="byCode">
        <Radio.Group
          options={(['byCode', 'byTotp'] as const).map((value) => ({ value, label: t(`data-rights:proof.${value}`) }))}
        />
      </Form.Item>
      {way === 'byCode' && (
        <>
          <p>{t('data-rights:proof.codeTo', { phone: bean.phoneMasked })}</p>
          <SmsCodeFields
            send={(captcha) => client.call(phoneCalls.sendCode, { body: { scene: 'PROVE', ...captcha } })}
          />
        </>
      )}
      {way === 'byTotp' &&
        (stuck ? (
          <Alert type="info" showIcon title={t('data-rights:proof.noTotp')} />
        ) : (
          <>
            <p>{t('data-rights:proof.totpNote')}</p>
            <PasswordField />
            <TotpField recovery />
          </>
        ))}
    </>
  )
}
