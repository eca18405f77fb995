import { Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { bareText } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'
import { formatMoney } from '../../../contract/kit/money.ts'
import type { StepInput } from '../../../contract/notarization/order-kind.ts'
import {
  factsOfKind,
  type OrderStep,
  type RefusalCode,
  templateOf,
} from '../../../contract/notarization/order-kinds.ts'
import { editorOf } from '../../kit/form/editors.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { Points } from '../../kit/page/Points.tsx'
import { Loading } from '../../kit/page/Panels.tsx'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { sayKey } from '../../kit/resource/words.ts'
import { linesOf } from '../../kit/plain/lines.ts'
import type { OrderShown } from './OrderTab.tsx'
import { type OrderSide, sideOf } from './sides.ts'
import type { Steppable } from './steppable.ts'
import { useOrder } from './useOrder.ts'

type Values = Record<string, string | number> & { questions?: string }

interface Props {
  row: Steppable
  step: OrderStep
  side: OrderSide
  onClose(): void
}

/** Asks for what a step needs, as the order's kind declares it. */
export function StepForm({ row, step, side, onClose }: Props) {
  const { t } = useTranslation(['common', 'notarization'])
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const label = sayKey(t, `notarization:action.${step}.label`)
  const { step: call, resources } = sideOf[side]
  const write = useWrite(call, {
    refresh: [...resources],
    quiet: true,
    onDone: () => (notices.done(sayKey(t, `notarization:action.${step}.done`)), onClose()),
  })
  const { inputs = [], money } = factsOfKind(row.orderKind).steps[step]!
  // What an office asks and tells begins with what its template says.
  const { order } = useOrder(side, row.id)
  const send = ({ questions, ...body }: Values) =>
    write.mutate(
      {
        params: { id: row.id, step },
        body: { ...body, ...(questions !== undefined && { questions: linesOf(questions) }) },
      } as never,
      {
        onError: (error) =>
          refuse(
            error,
            fieldErrors(error, undefined, (path) => path.replace(/^questions\.\d+$/, 'questions')),
          ),
      },
    )
  return (
    <FormDialog form={form} title={label} ok={label} isSending={write.isPending} onClose={onClose}>
      <p className="skz-break">{row.title}</p>
      <Form form={form} layout="vertical" onFinish={send}>
        {inputs.map((input) => (
          <Asked key={input} input={input} row={row} order={order} givesBack={money === 'giveBack'} />
        ))}
      </Form>
    </FormDialog>
  )
}

interface AskedProps {
  input: StepInput
  row: Steppable
  order: OrderShown | undefined
  /** Of what was collected. */
  givesBack: boolean
}

function Asked({ input, row, order, givesBack }: AskedProps) {
  const { t } = useTranslation(['common', 'notarization'])
  const text = [{ required: true, whitespace: true, message: t('required') }]
  const some = [{ required: true, message: t('required') }]
  switch (input) {
    case 'reason':
      return (
        <Form.Item
          name="reason"
          label={t('notarization:field.reason')}
          extra={t('notarization:step.reasonHelp')}
          rules={text}
        >
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      )
    case 'code':
      return (
        <Form.Item name="code" label={t('notarization:field.code')} rules={some}>
          <Select
            options={(factsOfKind(row.orderKind).codes as readonly RefusalCode[]).map((value) => ({
              value,
              label: t(`notarization:choice.code.${value}`),
            }))}
          />
        </Form.Item>
      )
    case 'terms':
      return <TermsFields />
    case 'fee':
    case 'spent':
    case 'kept':
      return (
        <>
          <Form.Item
            name={input}
            label={t(input === 'kept' && givesBack ? 'notarization:step.keptOfFee' : `notarization:field.${input}`)}
            extra={t(`notarization:step.${input === 'kept' && givesBack ? 'keptGivenBack' : input}`, {
              paid: formatMoney(row.collected ?? row.fee ?? 0),
              advance: formatMoney(order?.terms?.advance ?? 0),
            })}
            rules={some}
          >
            {editorOf({ name: input, field: { kind: 'money' }, t, resource: { words: 'notarization' } })}
          </Form.Item>
          {input === 'fee' && <Told order={order} />}
        </>
      )
    case 'delivery':
      return (
        <>
          <Form.Item name="carrier" label={t('notarization:field.carrier')} rules={text}>
            <Input maxLength={30} />
          </Form.Item>
          <Form.Item name="trackingNumber" label={t('notarization:field.trackingNumber')} rules={text}>
            <CleanInput clean={bareText} autoComplete="off" />
          </Form.Item>
        </>
      )
    case 'questions':
      return order ? <QuestionLines order={order} /> : <Loading rows={3} />
    case 'answers':
    case 'signature':
      // Asked for by a dialog of its own: SignStep.
      return null
  }
}

/** What a purchase costs: what is laid out, and the fee by what the goods turn out to be. */
function TermsFields() {
  const { t } = useTranslation(['common', 'notarization'])
  return (['advance', 'genuine', 'infringing'] as const).map((name) => (
    <Form.Item
      key={name}
      name={['terms', name]}
      label={t(`notarization:field.${name}`)}
      extra={t(`notarization:help.${name}`)}
      rules={[{ required: true, message: t('required') }]}
    >
      {editorOf({ name, field: { kind: 'money' }, t, resource: { words: 'notarization' } })}
    </Form.Item>
  ))
}

/** With the questions of the template, which can be changed each time. */
function QuestionLines({ order }: { order: OrderShown }) {
  const { t } = useTranslation(['common', 'notarization'])
  return (
    <Form.Item
      name="questions"
      label={t('notarization:field.inquiry')}
      extra={t('notarization:help.inquire')}
      initialValue={templateOf(order.orderKind, order.content)?.template.inquiry.join('\n')}
      rules={[{ required: true, whitespace: true, message: t('required') }]}
    >
      <Input.TextArea autoSize={{ minRows: 4, maxRows: 16 }} />
    </Form.Item>
  )
}

/** Of which the applicant is told beside the fee. */
function Told({ order }: { order: OrderShown | undefined }) {
  const { t } = useTranslation(['notarization'])
  const rights = order && templateOf(order.orderKind, order.content)?.template.rights
  if (!rights) return null
  return (
    <>
      <p>{t('step.inform')}</p>
      <Points list={rights} />
    </>
  )
}
