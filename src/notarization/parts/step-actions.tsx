import { factsOfKind, orderKindNames, type OrderStep, orderSteps } from '../../../contract/notarization/order-kinds.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import type { Action } from '../../kit/resource/resource.ts'
import { type OrderSide, sideOf } from './sides.ts'
import type { Steppable } from './steppable.ts'

const StepForm = lazyDialog(async () => (await import('./StepForm.tsx')).StepForm)
const SignStep = lazyDialog(async () => (await import('./SignStep.tsx')).SignStep)
const PayFee = lazyDialog(async () => (await import('./PayFee.tsx')).PayFee)

interface FormProps {
  row: Steppable
  onClose(): void
}

const forms = {
  pay: (step: OrderStep) =>
    function Form(props: FormProps) {
      return <PayFee {...props} step={step} />
    },
  sign: (step: OrderStep) =>
    function Form(props: FormProps) {
      return <SignStep {...props} step={step} />
    },
  ask: (step: OrderStep, side: OrderSide) =>
    function Form(props: FormProps) {
      return <StepForm {...props} step={step} side={side} />
    },
}

const declared = orderKindNames.flatMap((kind) =>
  Object.entries(factsOfKind(kind).steps).map(([name, step]) => ({ kind, name, step })),
)

/** Every step that one side may take, as actions of a list: which of them are there for an order, the service says with it. */
export function stepActions<Row extends Steppable>(side: OrderSide): Action<Row>[] {
  const { right, step: call } = sideOf[side]
  return orderSteps.flatMap((name): Action<Row>[] => {
    const own = declared.filter((d) => d.name === name && d.step.by === side)
    if (!own.length) return []
    const danger = own.every(({ kind, step }) => {
      const { isEnd, tone } = factsOfKind(kind).states[step.to]!
      return isEnd === true && tone !== 'good'
    })
    const common = {
      name,
      right,
      scope: 'row' as const,
      allowed: ({ steps }: Row) => steps.includes(name),
      danger,
      ...(!danger && { onPage: true as const }),
    }
    if (own.some(({ step }) => step.money === 'hold')) return [{ ...common, form: forms.pay(name) }]
    if (own.some(({ step }) => step.inputs?.includes('signature'))) return [{ ...common, form: forms.sign(name) }]
    if (own.some(({ step }) => step.inputs?.length)) return [{ ...common, form: forms.ask(name, side) }]
    return [
      {
        ...common,
        confirm: true,
        run: { send: 'each', call, request: ({ id }: Row) => ({ params: { id, step: name }, body: {} }) },
      },
    ]
  })
}
