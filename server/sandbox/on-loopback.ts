import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a server listens once it does, and how it ends together with what is still open. */
export async function onLoopback(server: Server): Promise<{ endpoint: string; close(): Promise<void> }> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
