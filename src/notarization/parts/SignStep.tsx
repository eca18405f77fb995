import { Checkbox, Form, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { settingsCalls } from '../../../contract/accounts/settings.ts'
import { factsOfKind, type OrderStep } from '../../../contract/notarization/order-kinds.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'
import type { Strokes } from '../../../proof/paper/strokes.ts'
import { ProofFields, proofOf, type ProofValues } from '../../accounts/parts/ProofFields.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Loading } from '../../kit/page/Panels.tsx'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { sayKey } from '../../kit/resource/words.ts'
import { SignaturePad } from './SignaturePad.tsx'
import { PaperPreview } from './PaperPreview.tsx'
import { sideOf } from './sides.ts'
import type { Steppable } from './steppable.ts'
import { useOrder } from './useOrder.ts'

interface Props {
  row: Steppable
  step: OrderStep
  onClose(): void
}

type Values = ProofValues & { hand?: 'draw' | 'type'; strokes?: Strokes; agreed?: boolean }

/** Signs what a step hands in: what it is, the name by hand or typed, that it is meant, and that it is them. */
export function SignStep({ row, step, onClose }: Props) {
  const { t } = useTranslation(['notarization'])
  const [form] = Form.useForm<Values>()
  const { order } = useOrder('applicant', row.id)
  const { data: profile } = useRead(settingsCalls.profile, {})
  const { handsIn } = factsOfKind(row.orderKind).steps[step]!
  const refuse = useRefusal(form)
  const { send, isSending } = useSigning({ row, step, onClose }, (error) => refuse(error, fieldsOf(error)))
  return (
    <FormDialog
      form={form}
      title={sayKey(t, `notarization:action.${step}.label`)}
      width={720}
      ok={sayKey(t, `notarization:action.${step}.label`)}
      okButtonProps={{ disabled: !order || !profile }}
      isSending={isSending}
      onClose={onClose}
    >
      {order && profile ? (
        <>
          <p>
            {t('sign.lead')} {handsIn && t('sign.sees')}
          </p>
          <PaperPreview order={order} step={step} />
          <Form<Values>
            form={form}
            layout="vertical"
            requiredMark={false}
            onFinish={(values) => send(values, order.handsIn)}
          >
            <HandFields office={order.office.fullName} />
            <ProofFields hasPassword={profile.hasPassword} phoneMasked={profile.phoneMasked} />
          </Form>
        </>
      ) : (
        <Loading rows={6} />
      )}
    </FormDialog>
  )
}

/** The name, drawn or typed, and the word that it is meant. */
function HandFields({ office }: { office: string }) {
  const { t } = useTranslation(['notarization'])
  const { bean } = useConsole()
  const hand = Form.useWatch('hand', Form.useFormInstance<Values>()) ?? 'draw'
  return (
    <>
      <Form.Item name="hand" label={t('sign.way')} initialValue="draw">
        <Radio.Group options={(['draw', 'type'] as const).map((value) => ({ value, label: t(`sign.${value}`) }))} />
      </Form.Item>
      {hand === 'draw' ? (
        <Form.Item<Values> name="strokes" rules={[{ required: true, type: 'array', min: 1, message: t('sign.need') }]}>
          <SignaturePad />
        </Form.Item>
      ) : (
        <p>
          {t('sign.typed')} <strong className="skz-typed">{bean.personName}</strong>
        </p>
      )}
      <Form.Item<Values>
        name="agreed"
        valuePropName="checked"
        rules={[{ validator: (_, on) => (on ? Promise.resolve() : Promise.reject(new Error(t('sign.needAgree')))) }]}
      >
        <Checkbox>{t('sign.agree', { office })}</Checkbox>
      </Form.Item>
    </>
  )
}

function useSigning({ row, step, onClose }: Props, onError: (error: unknown) => void) {
  const { t } = useTranslation(['notarization'])
  const notices = useNotices()
  const write = useWrite(orderCalls.step, {
    refresh: [...sideOf.applicant.resources],
    quiet: true,
    onDone: () => (notices.done(sayKey(t, `notarization:action.${step}.done`)), onClose()),
  })
  const send = (values: Values, of: string) => {
    const strokes = values.hand === 'type' ? [] : (values.strokes ?? [])
    const signature = { strokes, agreed: values.agreed ?? false, of, ...proofOf(values) }
    write.mutate({ params: { id: row.id, step }, body: { signature } }, { onError })
  }
  return { send, isSending: write.isPending }
}

/** What the service refused of the signature, at the fields that stand here. */
const fieldsOf = (error: unknown) =>
  fieldErrors(error, undefined, (path) => {
    const own = path.replace(/^signature\.?/, '')
    if (own === 'codeId') return 'code'
    return own === '' || own.startsWith('strokes') ? 'strokes' : own
  })
