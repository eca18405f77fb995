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

type ListOfKind = typeof orderCalls.appraisals | typeof orderCalls.seals | typeof notarizationCalls.list

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

interface OfKind {
  name: Listed['name']
  list: ListOfKind
  icon: ReactNode
  /** In the menu. */
  order: number
}

/** Orders of one kind: where they are asked for and shown, and whether they name evidence, its declaration and places say. */
export function ordersOfKind(kind: OrderKind, { name, list, icon, order }: OfKind) {
  const { list: path, show, begin } = placesOf[kind]
  return applicantOrders({
    name,
    list,
    routes: { list: path, showPath: show, show: ({ id }) => orderPath(kind, id) },
    create: { right, path: begin },
    menu: { icon, group: 'judicial', order },
    columns: ['title', 'orderNumber', 'officeName', 'orderState', 'fee', 'dueOn', 'createdAt'],
    hasEvidence: factsOfKind(kind).hasEvidence,
  })
}
