import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { thirdPartyCalls } from '../../../contract/accounts/third-party.ts'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import type { Profile } from '../../../contract/accounts/settings.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefuse } from '../parts/useRefuse.ts'
import { ProofFields, proofOf, type ProofValues } from '../parts/ProofFields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  what: 'bind' | 'rebind' | 'unbind'
  provider: Provider
  profile: Profile
  onClose(): void
  onDone(): void
}

/** That the person is there; then the window goes to the vendor, or what is bound is let go. */
export function ThirdDialog({ what, provider, profile, onClose, onDone }: Props) {
  const { t } = useTranslation(['common', 'accounts'])
  const [form] = Form.useForm<ProofValues>()
  const notices = useNotices()
  const refuse = useRefuse(form)
  const vendor = t(`accounts:settings.third.${provider}`)
  const begin = useWrite(thirdPartyCalls.beginBinding, {
    quiet: true,
    onDone: ({ url }) => window.location.assign(url),
  })
  const unbind = useWrite(thirdPartyCalls.unbind, {
    quiet: true,
    onDone: () => (notices.done(t('accounts:settings.third.done')), onDone()),
  })
  const submit = (values: ProofValues) =>
    (what === 'unbind' ? unbind : begin).mutate(
      { body: { provider, ...proofOf(values) } },
      { onError: (error) => refuse(error) },
    )
  return (
    <FormDialog
      form={form}
      title={`${t(`accounts:settings.third.${what}`)} · ${vendor}`}
      ok={what === 'unbind' ? t('accounts:settings.third.unbind') : t('accounts:settings.third.next', { vendor })}
      okButtonProps={{ danger: what === 'unbind' }}
      isSending={begin.isPending || unbind.isPending}
      onClose={onClose}
    >
      <p>
        {t(what === 'unbind' ? 'accounts:settings.third.unbindLead' : 'accounts:settings.third.bindLead', { vendor })}
      </p>
      <Form<ProofValues> form={form} layout="vertical" onFinish={submit}>
        <ProofFields hasPassword={profile.hasPassword} phoneMasked={profile.phoneMasked} />
      </Form>
    </FormDialog>
  )
}
