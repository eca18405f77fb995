import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { sessionCalls } from '../../../contract/accounts/session.ts'
import { settingsCalls } from '../../../contract/accounts/settings.ts'
import { ProofFields, proofOf, type ProofValues, TotpField } from '../../accounts/parts/ProofFields.tsx'
import { useRefuse } from '../../accounts/parts/useRefuse.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Loading } from '../../kit/page/Panels.tsx'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { endProof } from './prove-again.ts'

type Values = ProofValues & { totp?: string }

/** Whoever acts shows that it is them, over the page; what waits for it goes on. */
export function ProveAgain() {
  const { t } = useTranslation(['console'])
  const [form] = Form.useForm<Values>()
  const refuse = useRefuse(form)
  const { data: profile } = useRead(settingsCalls.profile, {})
  const write = useWrite(sessionCalls.proveAgain, { quiet: true, onDone: () => endProof(true) })
  const send = ({ totp, ...proof }: Values) =>
    write.mutate(
      { body: profile?.totp.on ? { totp: totp ?? '' } : proofOf(proof) },
      { onError: (error) => refuse(error) },
    )
  return (
    <FormDialog
      form={form}
      title={t('prove.title')}
      ok={t('prove.submit')}
      isSending={write.isPending}
      onClose={() => endProof(false)}
    >
      <p>{t('prove.lead')}</p>
      {profile ? (
        <Form<Values> form={form} layout="vertical" onFinish={send}>
          {profile.totp.on ? (
            <TotpField recovery />
          ) : (
            <ProofFields hasPassword={profile.hasPassword} phoneMasked={profile.phoneMasked} />
          )}
        </Form>
      ) : (
        <Loading rows={2} />
      )}
    </FormDialog>
  )
}
