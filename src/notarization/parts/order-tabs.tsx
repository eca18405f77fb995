import { OrderEvidence } from './OrderEvidence.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderPapers } from './OrderPapers.tsx'
import { OrderMatter } from './OrderMatter.tsx'
import { OrderMessages } from './OrderMessages.tsx'
import { OrderCustody } from '../progress/OrderCustody.tsx'
import { OrderProgress } from '../progress/OrderProgress.tsx'
import { OrderTab } from './OrderTab.tsx'
import type { OrderSide } from './sides.ts'

type Row = { row: { id: string } }

/** The parts of an order's page as one side sees them. */
const tabsOf = (side: OrderSide) => ({
  Matter: ({ row }: Row) => (
    <OrderTab side={side} id={row.id}>
      {(order) => <OrderMatter order={order} />}
    </OrderTab>
  ),
  Evidence: ({ row }: Row) => (
    <OrderTab side={side} id={row.id}>
      {(order) => <OrderEvidence order={order} side={side} />}
    </OrderTab>
  ),
  Files: ({ row }: Row) => (
    <OrderTab side={side} id={row.id}>
      {(order) => (
        <>
          <OrderPapers order={order} side={side} />
          <OrderFiles order={order} side={side} />
        </>
      )}
    </OrderTab>
  ),
  Messages: ({ row }: Row) => (
    <OrderTab side={side} id={row.id}>
      {(order) => <OrderMessages order={order} side={side} />}
    </OrderTab>
  ),
  Progress: ({ row }: Row) => (
    <OrderTab side={side} id={row.id}>
      {(order) => <OrderProgress order={order} />}
    </OrderTab>
  ),
  Custody: ({ row }: Row) => <OrderCustody orderId={row.id} side={side} />,
})
export const orderTabs = { applicant: tabsOf('applicant'), office: tabsOf('office') }
