/** What a paper carries to be verified alone: what it says, and the proof that this is logged. In the order in which they stand in `/AF`. */
export const paperAttachments = [
  'paper.json',
  'log/paper.tlog-proof',
  'trust/log.pem',
  'trust/ca.pem',
  'trust/crl.pem',
] as const
export type PaperAttachment = (typeof paperAttachments)[number]
