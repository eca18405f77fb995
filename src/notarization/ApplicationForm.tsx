import { Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type OrderKind, templateOf } from '../../contract/notarization/order-kinds.ts'
import type { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import type { orderCalls, OrderInfo } from '../../contract/notarization/orders.ts'
import { useDraft } from '../kit/drafts/draft.ts'
import { Card } from '../kit/page/Card.tsx'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { OfficeField, ReceiverFields } from './OrderFields.tsx'
import { sideOf } from './parts/sides.ts'
import { handInPath } from './paths.ts'
import { useEvidenceProblems } from './useEvidenceProblems.ts'

type Values = Record<string, unknown>

interface Props {
  kind: OrderKind
  call:
    | typeof orderCalls.saveExpertise
    | typeof orderCalls.saveOfficialSeal
    | typeof orderCalls.savePurchase
    | typeof notarizationCalls.save
  order: OrderInfo | undefined
  /** What a new one begins with. */
  usual: Values
  /** Sent with what was typed. */
  beside?: Values
  isReady?: boolean
  onSaved?(): void
  /** Stands above all fields, with what is wrong with the evidence. */
  head?(problems: readonly string[]): ReactNode
  /** Fields of this kind alone: beneath the office, cards of their own, and above the button. */
  fields: ReactNode
  more?: ReactNode
  foot?: ReactNode
}

/** Keeps what is asked for as a draft: what every kind asks, and what it alone does. */
export function ApplicationForm({ kind, call, order, usual, beside = {}, isReady = true, onSaved, ...parts }: Props) {
  const { t } = useTranslation(['notarization'])
  const [form] = Form.useForm<Values>()
  // What was typed is there again after another page was looked at.
  const draft = useDraft<Values>(`${kind}-${order?.id ?? 'new'}`)
  const [began] = useState(() => ({
    ...(order ? { ...order.content, ...ofTemplate(order), officeId: order.officeId } : usual),
    ...draft.read(),
  }))
  const saved = () => (draft.drop(), onSaved?.())
  const { save, isSaving, problems } = useSaving(form, { kind, call, order, beside, onSaved: saved })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="skz-form"
      initialValues={began}
      onFinish={save}
      onValuesChange={(_, all) => draft.keep(all)}
      scrollToFirstError={{ focus: true }}
    >
      {parts.head?.(problems)}
      <Card title={t(`form.${kind}.what`)}>
        <OfficeField kind={kind} isFixed={Boolean(order?.submittedAt)} />
        {parts.fields}
      </Card>
      {parts.more}
      <Card title={t('apply.where')}>
        <ReceiverFields onFilled={() => draft.keep(form.getFieldsValue(true) as Values)} />
      </Card>
      {parts.foot}
      <div className="skz-form-foot">
        <Button type="primary" size="large" htmlType="submit" loading={isSaving} disabled={!isReady}>
          {t('apply.save')}
        </Button>
      </div>
    </Form>
  )
}

/** The template that an order began with, as the form names it. */
const ofTemplate = ({ orderKind, content }: OrderInfo) => {
  const template = templateOf(orderKind, content)?.template
  return template ? { templateId: template.id } : {}
}

interface Saving extends Pick<Props, 'kind' | 'call' | 'order'> {
  beside: Values
  onSaved(): void
}

function useSaving(form: FormInstance<Values>, { kind, call, order, beside, onSaved }: Saving) {
  const { t } = useTranslation(['notarization'])
  const navigate = useNavigate()
  const notices = useNotices()
  const { problems, clear, onError } = useEvidenceProblems(form)
  const write = useWrite(call, {
    refresh: [...sideOf.applicant.resources],
    quiet: true,
    onDone: ({ id }) => {
      onSaved()
      notices.done(t(order?.submittedAt ? 'apply.changed' : `form.${kind}.saved`))
      void navigate(handInPath(kind, id))
    },
  })
  function save(values: Values) {
    clear()
    write.mutate({ body: { ...values, ...beside, ...(order && { orderId: order.id }) } } as never, { onError })
  }
  return { save, isSaving: write.isPending, problems }
}
