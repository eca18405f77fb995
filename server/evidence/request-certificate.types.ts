import type { Tx } from '../kit/db/db.ts'

/** Asks for the certificate of evidence that may be due now. Certificates are made above; who brings what they wait for is handed this. */
export type RequestCertificate = (tx: Tx, evidenceId: string) => Promise<void>
