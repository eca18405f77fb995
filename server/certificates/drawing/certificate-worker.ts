import { parentPort } from 'node:worker_threads'
import type { CertificateModel } from './certificate-model.ts'
import { drawCertificate } from './draw-certificate.ts'

/** Drawing parses two fonts of 10 MB for each document: one thread does it, one document at a time. */
parentPort?.on('message', ({ id, model }: { id: number; model: CertificateModel }) => {
  drawCertificate(model).then(
    (pdf) => parentPort?.postMessage({ id, pdf: new Uint8Array(pdf) }),
    (error: unknown) => parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
  )
})
