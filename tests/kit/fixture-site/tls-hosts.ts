import { once } from 'node:events'
import { createServer } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.ts'

export interface TlsHost {
  readonly url: string
  readonly spki: string
  close(): Promise<void>
}

const KINDS = {
  expired: { certificate: { endsInDays: -1 }, server: {} },
  'wrong-name': { certificate: { address: '127.0.0.3' }, server: {} },
  'asks-certificate': { certificate: {}, server: { requestCert: true, rejectUnauthorized: true } },
  'old-protocol': {
    certificate: {},
    server: { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
  },
} as const
export type TlsKind = keyof typeof KINDS

/** A host whose greeting is at fault, on a port of its own. */
export async function startTlsHost(kind: TlsKind): Promise<TlsHost> {
  const { certificate, server: options } = KINDS[kind]
  const { key, cert, spki } = await makeCertificate(certificate)
  const server: Server = createServer(
    { key, cert, ...options },
    (_, response) => void response.end('<h1>内容</h1>'),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    await new Promise<void>((done) => void server.close(() => done()))
  }
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`, spki, close }
}
