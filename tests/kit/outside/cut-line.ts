import { connect, createServer, type Socket } from 'node:net'

export interface CutLine {
  port: number
  /** Bytes that came from the browser. */
  sent(): number
  /** Breaks every connection off. */
  cut(): void
  close(): Promise<void>
}

/** A line between a browser and a service on this machine that can be cut while bytes are on it. */
export function openCutLine(to: number): Promise<CutLine> {
  let sent = 0
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    return socket
  }
  const server = createServer((browser) => {
    const service = keep(connect(to, '127.0.0.1'))
    keep(browser).on('data', (d: Buffer) => (sent += d.length))
    browser.pipe(service).pipe(browser)
    browser.on('close', () => service.destroy())
    service.on('close', () => browser.destroy())
  })
  return new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      done({
        port: (server.address() as { port: number }).port,
        sent: () => sent,
        cut: () => open.forEach((socket) => socket.destroy()),
        close: () =>
          new Promise((closed) => {
            open.forEach((socket) => socket.destroy())
            server.close(() => closed())
          }),
      })
    }),
  )
}
