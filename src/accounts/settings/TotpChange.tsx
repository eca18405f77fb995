import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../contract/accounts/settings.ts'
import { totpCalls } from '../../../contract/accounts/totp.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { ProofFields, proofOf, type ProofValues, TotpField } from '../parts/ProofFields.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useRefuse } from '../parts/useRefuse.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  what: 'off' | 'codes'
  profile: Profile
  onClose(): void
  onDone(): void
}

type Values = ProofValues & { totp: string }

/** Turns the second step off, or replaces its recovery codes: both take who it is and a code. */
export function TotpChange({ what, profile, onClose, onDone }: Props) {
  const { t } = useTranslation(['common', 'accounts'])
  const [form] = Form.useForm<Values>()
  const [codes, setCodes] = useState<string[]>()
  const notices = useNotices()
  const refuse = useRefuse(form)
  const turnOff = useWrite(totpCalls.turnOff, {
    quiet: true,
    onDone: () => (notices.done(t('accounts:settings.totp.offDone')), onDone()),
  })
  const renew = useWrite(totpCalls.renewCodes, { quiet: true, onDone: ({ recoveryCodes }) => setCodes(recoveryCodes) })
  const submit = (values: Values) =>
    (what === 'off' ? turnOff : renew).mutate(
      { body: { ...proofOf(values), totp: values.totp } },
      { onError: (error) => refuse(error) },
    )
  if (codes) {
    return (
      <Modal
        open
        title={t('accounts:settings.totp.codesTitle')}
        closable={false}
        keyboard={false}
        mask={{ closable: false }}
        footer={
          <Button type="primary" onClick={onDone}>
            {t('accounts:settings.totp.kept')}
          </Button>
        }
      >
        <RecoveryCodes codes={codes} />
      </Modal>
    )
  }
  return (
    <FormDialog
      form={form}
      title={t(`accounts:settings.totp.${what}Title`)}
      ok={t(what === 'off' ? 'accounts:settings.totp.turnOff' : 'accounts:settings.totp.codes')}
      okButtonProps={{ danger: what === 'off' }}
      isSending={turnOff.isPending || renew.isPending}
      onClose={onClose}
    >
      <p>{t(`accounts:settings.totp.${what}Lead`)}</p>
      <Form<Values> form={form} layout="vertical" onFinish={submit}>
        <ProofFields hasPassword={profile.hasPassword} phoneMasked={profile.phoneMasked} />
        <TotpField recovery />
      </Form>
    </FormDialog>
  )
}
