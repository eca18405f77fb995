import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { orderCalls } from '../../../contract/notarization/orders.ts'

/** Which side of orders a page shows. */
export type OrderSide = 'applicant' | 'office'

/** What one side asks for, and the resources that list it there. */
export const sideOf = {
  applicant: {
    get: orderCalls.get,
    custody: orderCalls.custody,
    addFile: orderCalls.addFile,
    removeFile: orderCalls.removeFile,
    file: orderCalls.file,
    paper: orderCalls.paper,
    makeRecord: orderCalls.makeRecord,
    record: orderCalls.record,
    say: orderCalls.say,
    step: orderCalls.step,
    right: 'judicial.write',
    resources: ['judicialOrders', 'notarizations', 'appraisals', 'seals', 'purchases'],
    topic: 'judicialOrders',
  },
  office: {
    get: officeOrderCalls.get,
    custody: officeOrderCalls.custody,
    addFile: officeOrderCalls.addFile,
    removeFile: officeOrderCalls.removeFile,
    file: officeOrderCalls.file,
    paper: officeOrderCalls.paper,
    makeRecord: officeOrderCalls.makeRecord,
    record: officeOrderCalls.record,
    say: officeOrderCalls.say,
    step: officeOrderCalls.step,
    right: 'office.assist',
    resources: ['officeOrders'],
    topic: 'officeOrders',
  },
} as const
