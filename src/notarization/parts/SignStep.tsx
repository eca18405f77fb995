import { Checkbox, Form, Input, Radio } from 'antd'
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
import { lastInquiry } from '../progress/last-inquiry.ts'
import type { OrderShown } from './OrderTab.tsx'
import { SignaturePad } from './SignaturePad.tsx'
import { PaperPreview } from './PaperPreview.tsx'
import { sideOf } from './sides.ts'
import type { Steppable } from './steppable.ts'
import { useOrder } from './useOrder.ts'

interface Props {
  row: Steppable
  step: OrderStep
  /** Instead of closing, once it is signed. */
  onDone?(): void
  onClose(): void
}

type Values = ProofValues & { hand?: 'draw' | 'type'; strokes?: Strokes; agreed?: boolean; answers?: string[] }

/** Signs what a step hands in: what it is, the name by hand or typed, that it is meant, and that it is them. */
export function SignStep({ row, step, onDone = () => {}, onClose }: Props) {
  const { t } = useTranslation(['notarization'])
  const [form] = Form.useForm<Values>()
  const { order } = useOrder('applicant', row.id)
  const { data: profile } = useRead(settingsCalls.profile, {})
  const { handsIn, inputs = [] } = factsOfKind(row.orderKind).steps[step]!
  const refuse = useRefusal(form)
  const { send, isSending } = useSigning({ row, step, onDone, onClose }, (error) => refuse(error, fieldsOf(error)))
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
            {inputs.includes('answers') && <AnswerFields order={order} />}
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

/** To the questions of the office, which stand with their answers in what is signed. */
function AnswerFields({ order }: { order: OrderShown }) {
  const { t } = useTranslation(['common', 'notarization'])
  return (
    <>
      <h3>{t('notarization:sign.answers')}</h3>
      {lastInquiry(order).map(({ question }, i) => (
        <Form.Item
          key={i}
          name={['answers', i]}
          label={<span className="skz-break">{question}</span>}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea maxLength={2_000} autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
      ))}
    </>
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

function useSigning({ row, step, onDone, onClose }: Required<Props>, onError: (error: unknown) => void) {
  const { t } = useTranslation(['notarization'])
  const notices = useNotices()
  const write = useWrite(orderCalls.step, {
    refresh: [...sideOf.applicant.resources],
    quiet: true,
    onDone: () => (notices.done(sayKey(t, `notarization:action.${step}.done`)), onClose(), onDone()),
  })
  const send = (values: Values, of: string) => {
    const strokes = values.hand === 'type' ? [] : (values.strokes ?? [])
    const signature = { strokes, agreed: values.agreed ?? false, of, ...proofOf(values) }
    const { answers } = values
    write.mutate({ params: { id: row.id, step }, body: { signature, ...(answers && { answers }) } }, { onError })
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
