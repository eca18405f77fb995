import type { OrderKind } from '../../contract/notarization/order-kinds.ts'

export const paths = {
  /** Of every kind. */
  all: '/judicialEvidence',
  notarizations: '/judicialEvidence/notarization',
  /** Files and signature of a notarization that is written; without an order, the form. */
  handIn: '/judicialEvidence/notarization/applyInfo/:orderId?',
  handedIn: '/judicialEvidence/notarization/success',
  appraisals: '/judicialEvidence/expertise',
  seals: '/judicialEvidence/officialSeal',
  purchases: '/judicialEvidence/purchaseNotarization',
  ofEvidence: '/appraisal-attestation/:id',
  originals: '/judicialEvidence/offlineSuccess',
  offices: '/office/orders',
  templates: '/office/templates',
  seal: '/office/seal',
  reports: '/judicialEvidence/report',
  /** Choosing evidence for a report, and the form. */
  beginReport: '/judicialEvidence/report/add',
  reportForm: '/judicialEvidence/report/make',
}

interface Places {
  list: string
  /** What comes before the form: choosing evidence, or a notice. */
  begin: string
  form: string
  show: string
  /** Where files are added and the order is handed in, where that is a page of its own. */
  handIn?: string
}

/** Where an order of each kind is asked for, changed and shown. */
export const placesOf: Record<OrderKind, Places> = {
  notarization: {
    list: paths.notarizations,
    begin: `${paths.notarizations}/add`,
    form: `${paths.notarizations}/apply`,
    show: `${paths.notarizations}/detail/:id`,
    handIn: paths.handIn,
  },
  expertise: {
    list: paths.appraisals,
    begin: `${paths.appraisals}/add`,
    form: `${paths.appraisals}/apply`,
    show: '/judicialEvidence/expertiseDetail/:id',
  },
  officialSeal: {
    list: paths.seals,
    begin: `${paths.seals}/add`,
    form: `${paths.seals}/apply`,
    show: `${paths.seals}/:id`,
  },
  purchase: {
    list: paths.purchases,
    begin: `${paths.purchases}/add`,
    form: `${paths.purchases}/add`,
    show: `${paths.purchases}/detail/:id`,
  },
}
export const orderPath = (kind: OrderKind, id: string) => placesOf[kind].show.replace(':id', id)

/** Where an order goes on once it is written. */
export const handInPath = (kind: OrderKind, id: string) =>
  placesOf[kind].handIn?.replace(':orderId?', id) ?? `${orderPath(kind, id)}?tab=files`
