import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { dataCopyCalls } from '../../contract/data-rights/copies.ts'
import { StrongProofFields, strongProofOf, type StrongProofValues } from '../accounts/parts/StrongProof.tsx'
import { useRefuse } from '../accounts/parts/useRefuse.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { FormDialog } from '../kit/form/FormDialog.tsx'

/** Asks for a copy, once the person showed that it is them. */
export function AskCopy({ onClose, onAsked }: { onClose(): void; onAsked(): void }) {
  const { t } = useTranslation(['common', 'data-rights'])
  const [form] = Form.useForm<StrongProofValues>()
  const notices = useNotices()
  const refuse = useRefuse(form)
  const ask = useWrite(dataCopyCalls.ask, {
    quiet: true,
    onDone: () => (notices.done(t('data-rights:copy.asked')), onAsked()),
  })
  return (
    <FormDialog
      form={form}
      title={t('data-rights:copy.dialog')}
      ok={t('data-rights:copy.ask')}
      isSending={ask.isPending}
      onClose={onClose}
    >
      <p>{t('data-rights:copy.dialogLead')}</p>
      <Form<StrongProofValues>
        form={form}
        layout="vertical"
        onFinish={(values) => ask.mutate({ body: strongProofOf(values) }, { onError: (error) => refuse(error) })}
      >
        <StrongProofFields />
      </Form>
    </FormDialog>
  )
}
