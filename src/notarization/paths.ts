import type { OrderKind } from '../../contract/notarization/order-kinds.ts'

export const paths = {
  /** Of every kind. */
  all: '/judicialEvidence',
  appraisals: '/judicialEvidence/expertise',
  pick: '/judicialEvidence/expertise/add',
  apply: '/judicialEvidence/expertise/apply',
  seals: '/judicialEvidence/officialSeal',
  sealNotice: '/judicialEvidence/officialSeal/add',
  sealApply: '/judicialEvidence/officialSeal/apply',
  ofEvidence: '/appraisal-attestation/:id',
  originals: '/judicialEvidence/offlineSuccess',
  offices: '/office/orders',
}

/** Where an order of each kind is asked for, changed and shown. */
export const placesOf: Record<OrderKind, { list: string; begin: string; form: string; show: string }> = {
  expertise: {
    list: paths.appraisals,
    begin: paths.pick,
    form: paths.apply,
    show: '/judicialEvidence/expertiseDetail/:id',
  },
  officialSeal: {
    list: paths.seals,
    begin: paths.sealNotice,
    form: paths.sealApply,
    show: '/judicialEvidence/officialSeal/:id',
  },
}
export const orderPath = (kind: OrderKind, id: string) => placesOf[kind].show.replace(':id', id)
