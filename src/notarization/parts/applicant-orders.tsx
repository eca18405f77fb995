import type { ReactNode } from 'react'
import { factsOfKind, type OrderKind } from '../../../contract/notarization/order-kinds.ts'
import { JudicialOrder, orderCalls } from '../../../contract/notarization/orders.ts'
import { notarizationCalls } from '../../../contract/notarization/notarization-calls.ts'
import { defineResource, type Resource } from '../../kit/resource/resource.ts'
import { orderFields, orderFilters } from './order-fields.ts'
import { orderPath, placesOf } from '../paths.ts'
import { sideOf } from './sides.ts'
import { stepActions } from './step-actions.tsx'
import { tabsOfSide } from './tabs-of-side.ts'
import { ToEdit } from './ToEdit.tsx'

const { right } = sideOf.applicant
const kindFacts = ({ orderKind }: JudicialOrder) => factsOfKind(orderKind)

const { evidenceCount: _, ...withoutEvidence } = orderFields

type Order = Resource<JudicialOrder>

type ListOfKind =
  | typeof orderCalls.appraisals
  | typeof orderCalls.seals
  | typeof orderCalls.purchases
  | typeof notarizationCalls.list

interface Listed extends Pick<Order, 'routes' | 'menu' | 'columns' | 'create' | 'above'> {
  name: (typeof sideOf.applicant.resources)[number]
  list: typeof orderCalls.list | ListOfKind
  filters?: Order['filters']
  /** Without evidence there is no tab of it, and no count. */
  hasEvidence: boolean
}

/** What the account asked for, of one kind or of all, and what came of it. */
export const applicantOrders = ({ list, filters = {}, hasEvidence, ...own }: Listed) =>
  defineResource<JudicialOrder>({
    words: 'notarization',
    schema: JudicialOrder,
    title: 'title',
    endpoints: {
      list,
      one: { call: orderCalls.get, request: (id) => ({ params: { id } }) },
      remove: { call: orderCalls.remove, request: (id) => ({ params: { id } }) },
    },
    access: 'judicial.read',
    live: 'judicialOrders',
    fields: {
      ...(hasEvidence ? orderFields : withoutEvidence),
      officeName: { kind: 'text', width: 200 },
      personName: { kind: 'text', width: 120 },
      createdAt: { kind: 'instant', sortable: true, width: 176 },
      submittedAt: { kind: 'instant', width: 176 },
    },
    card: ['orderState', 'officeName', 'fee', 'dueOn', 'createdAt'],
    filters: { ...orderFilters, ...filters, days: { kind: 'days' } },
    defaultSort: '-createdAt',
    tabs: tabsOfSide('applicant').filter(({ name }) => hasEvidence || name !== 'evidence'),
    actions: [
      {
        name: 'edit',
        right,
        scope: 'row',
        allowed: (order) => kindFacts(order).states[order.orderState]!.isEditable === true,
        form: ToEdit,
      },
      ...stepActions<JudicialOrder>('applicant'),
      {
        name: 'remove',
        right,
        scope: 'row',
        danger: true,
        confirm: true,
        removes: true,
        allowed: (order) => order.orderState === kindFacts(order).first,
      },
    ],
    ...own,
  })

interface OfKind<Row extends JudicialOrder> {
  name: Listed['name']
  list: ListOfKind
  icon: ReactNode
  /** In the menu. */
  order: number
  /** What rows of this kind have beside, and their schema with it. */
  schema?: Resource<Row>['schema']
  fields?: Resource<Row>['fields']
  columns?: Resource<Row>['columns']
  card?: Resource<Row>['card']
}

const usualColumns = ['title', 'orderNumber', 'officeName', 'orderState', 'fee', 'dueOn', 'createdAt'] as const

/** Orders of one kind: where they are asked for and shown, and whether they name evidence, its declaration and places say. */
export function ordersOfKind<Row extends JudicialOrder = JudicialOrder>(
  kind: OrderKind,
  { name, list, icon, order, schema = JudicialOrder, fields = {}, columns = usualColumns, card }: OfKind<Row>,
) {
  const { list: path, show, begin } = placesOf[kind]
  const declared = applicantOrders({
    name,
    list,
    routes: { list: path, showPath: show, show: ({ id }) => orderPath(kind, id) },
    create: { right, path: begin },
    menu: { icon, group: 'judicial', order },
    columns: usualColumns,
    hasEvidence: factsOfKind(kind).hasEvidence,
  }) as unknown as Resource<Row>
  return { ...declared, schema, fields: { ...declared.fields, ...fields }, columns, card: card ?? declared.card }
}
