import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../contract/accounts/settings.ts'
import { totpCalls } from '../../../contract/accounts/totp.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { useWrite } from '../../kit/resource/useCall.ts'
import { ProofFields, proofOf, type ProofValues, TotpField } from '../parts/ProofFields.tsx'
import { QrCode } from '../../kit/plain/QrCode.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { useRefuse } from '../parts/useRefuse.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  profile: Profile
  onClose(): void
  /** It is on, and its recovery codes were kept. */
  onDone(): void
}

type Begun = { secret: string; uri: string }

/** Who it is, the secret into the app, the app's first code, and the codes to keep. */
export function TotpSetUp({ profile, onClose, onDone }: Props) {
  const { t } = useTranslation(['accounts'])
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) {
    return (
      <Modal
        open
        title={t('accounts:settings.totp.done')}
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
  return begun ? (
    <FirstCode begun={begun} onClose={onClose} onCodes={setCodes} />
  ) : (
    <WhoItIs profile={profile} onClose={onClose} onBegun={setBegun} />
  )
}

function WhoItIs({ profile, onClose, onBegun }: { profile: Profile; onClose(): void; onBegun(begun: Begun): void }) {
  const { t } = useTranslation(['common', 'accounts'])
  const [form] = Form.useForm<ProofValues>()
  const refuse = useRefuse(form)
  const begin = useWrite(totpCalls.begin, { quiet: true, onDone: onBegun })
  return (
    <FormDialog
      form={form}
      title={t('accounts:settings.totp.setUp')}
      ok={t('accounts:settings.totp.next')}
      isSending={begin.isPending}
      onClose={onClose}
    >
      <p>{t('accounts:settings.totp.lead')}</p>
      <Form<ProofValues>
        form={form}
        layout="vertical"
        onFinish={(values) => begin.mutate({ body: proofOf(values) }, { onError: (error) => refuse(error) })}
      >
        <ProofFields hasPassword={profile.hasPassword} phoneMasked={profile.phoneMasked} />
      </Form>
    </FormDialog>
  )
}

function FirstCode({ begun, onClose, onCodes }: { begun: Begun; onClose(): void; onCodes(codes: string[]): void }) {
  const { t } = useTranslation(['common', 'accounts'])
  const [form] = Form.useForm<{ totp: string }>()
  const refuse = useRefuse(form)
  const turnOn = useWrite(totpCalls.turnOn, { quiet: true, onDone: ({ recoveryCodes }) => onCodes(recoveryCodes) })
  return (
    <FormDialog
      form={form}
      title={t('accounts:settings.totp.setUp')}
      ok={t('accounts:settings.totp.activate')}
      isSending={turnOn.isPending}
      onClose={onClose}
    >
      <h3>{t('accounts:settings.totp.scan')}</h3>
      <p>{t('accounts:settings.totp.scanNote')}</p>
      <div className="skz-qr">
        <QrCode text={begun.uri} label={t('accounts:settings.totp.qr')} />
      </div>
      <p>
        {t('accounts:settings.totp.secret')}
        <br />
        <CopyText text={begun.secret} label={t('accounts:settings.totp.secret')} />
      </p>
      <Form<{ totp: string }>
        form={form}
        layout="vertical"
        onFinish={(body) => turnOn.mutate({ body }, { onError: (error) => refuse(error) })}
      >
        <TotpField />
      </Form>
    </FormDialog>
  )
}
