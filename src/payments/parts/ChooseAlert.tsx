import { Form, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { walletCalls } from '../../../contract/payments/wallet.ts'
import { editorOf } from '../../kit/form/editors.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

/** Fen that are offered where no alert was wanted before. */
const usual = 2_000

interface Values {
  wanted: boolean
  alertBelow?: number
}

/** Chooses below which balance the owner is told, or that they are not. */
export function ChooseAlert({ below, onClose }: { below: number | null; onClose(): void }) {
  const { t } = useTranslation(['common', 'payments'])
  const [form] = Form.useForm<Values>()
  const wanted = Form.useWatch('wanted', form) ?? below !== null
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(walletCalls.alert, {
    refresh: ['bill'],
    quiet: true,
    onDone: () => (notices.done(t('payments:alert.done')), onClose()),
  })
  const send = ({ wanted: isWanted, alertBelow }: Values) =>
    write.mutate({ body: { alertBelow: isWanted ? alertBelow! : null } }, { onError: (error) => refuse(error) })
  return (
    <FormDialog
      form={form}
      title={t('payments:alert.title')}
      ok={t('payments:alert.save')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ wanted: below !== null, alertBelow: below ?? usual }}
        onFinish={send}
      >
        <Form.Item name="wanted" label={t('payments:alert.want')} valuePropName="checked">
          <Switch />
        </Form.Item>
        {wanted && (
          <Form.Item
            name="alertBelow"
            label={t('payments:alert.below')}
            extra={t('payments:alert.help')}
            rules={[{ required: true, message: t('required') }]}
          >
            {editorOf({ name: 'alertBelow', field: { kind: 'money' }, t, resource: { words: 'payments' } })}
          </Form.Item>
        )}
      </Form>
    </FormDialog>
  )
}
