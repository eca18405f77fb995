import type { Call } from '../../../contract/kit/call.ts'
import type { Right } from '../../../contract/kit/rights.ts'
import type { Side } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind, orderKindNames, type OrderStep, orderSteps } from '../../../contract/notarization/order-kinds.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import type { Action } from '../../kit/resource/resource.ts'
import type { Steppable } from './steppable.ts'

const StepForm = lazyDialog(async () => (await import('./StepForm.tsx')).StepForm)
const SignStep = lazyDialog(async () => (await import('./SignStep.tsx')).SignStep)
const PayFee = lazyDialog(async () => (await import('./PayFee.tsx')).PayFee)

const stepForm = (step: OrderStep, call: Call, resource: string) =>
  function Form({ row, onClose }: { row: Steppable; onClose(): void }) {
    return <StepForm row={row} step={step} call={call} resource={resource} onClose={onClose} />
  }

const signForm = (step: OrderStep, resource: string) =>
  function Form({ row, onClose }: { row: Steppable; onClose(): void }) {
    return <SignStep row={row} step={step} resource={resource} onClose={onClose} />
  }

const declared = orderKindNames.flatMap((kind) =>
  Object.entries(factsOfKind(kind).steps).map(([name, step]) => ({ kind, name, step })),
)

/** Every step that one side may take, as actions of a list: which of them are there for an order, the service says with it. */
export function stepActions<Row extends Steppable>(
  side: Exclude<Side, 'system'>,
  { right, call, resource }: { right: Right; call: Call; resource: string },
): Action<Row>[] {
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
    if (own.some(({ step }) => step.money === 'hold')) return [{ ...common, form: PayFee }]
    if (own.some(({ step }) => step.inputs?.includes('signature')))
      return [{ ...common, form: signForm(name, resource) }]
    if (own.some(({ step }) => step.inputs?.length)) return [{ ...common, form: stepForm(name, call, resource) }]
    return [
      {
        ...common,
        confirm: true,
        run: { send: 'each', call, request: ({ id }: Row) => ({ params: { id, step: name }, body: {} }) },
      },
    ]
  })
}
