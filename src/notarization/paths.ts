export const paths = {
  appraisals: '/judicialEvidence/expertise',
  pick: '/judicialEvidence/expertise/add',
  apply: '/judicialEvidence/expertise/apply',
  appraisal: (id: string) => `/judicialEvidence/expertiseDetail/${id}`,
  offices: '/office/orders',
}
