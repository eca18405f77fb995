import { join } from 'node:path'
import { openRenderer, type Renderer } from '../../kit/paper/renderer.ts'
import type { CertificateModel } from './certificate-model.ts'

export type CertificateRenderer = Renderer<CertificateModel>

/** Certificates wait in their queue: as many as there are jobs at once. */
export const openCertificateRenderer = (): CertificateRenderer =>
  openRenderer(join(import.meta.dirname, 'certificate-worker.ts'))
