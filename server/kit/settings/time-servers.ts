const PORT = 123

/** A time server as an operator names it: a host, with a port where it is not the usual one; IPv6 in brackets then. */
export function splitTimeServer(text: string): { readonly host: string; readonly port: number } | null {
  const [, bracketed, plain, port] =
    /^(?:\[([0-9a-f:.]+)\]|([a-z0-9][a-z0-9.-]*|[0-9a-f.]*:[0-9a-f.]*:[0-9a-f:.]*))(?::(\d{1,5}))?$/i.exec(text) ?? []
  const host = bracketed ?? plain
  const number = port === undefined ? PORT : Number(port)
  return host && number > 0 && number < 65_536 ? { host, port: number } : null
}
