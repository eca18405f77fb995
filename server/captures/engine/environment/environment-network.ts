import { Resolver } from 'node:dns/promises'
import { networkInterfaces } from 'node:os'
import { getCACertificates } from 'node:tls'
import { item } from './environment-items.ts'
import type { EnvironmentItem } from './environment-items.ts'
import { readText, sha256Text } from './environment-machine.ts'

const LOOPBACK = /^(127\.|::1$|fe00::|ff0[0-2]::|0\.0\.0\.0$)/

/** A hosts file may send a name elsewhere: every entry beyond the machine itself is filed, one for the target is abnormal. */
export async function hostsItem(targets: readonly string[]): Promise<EnvironmentItem> {
  const text = await readText('/etc/hosts')
  const entries = text
    .split('\n')
    .map((line) => (line.split('#', 1)[0] ?? '').trim().split(/\s+/))
    .filter(([address]) => address)
    .map(([address = '', ...names]) => ({ address, names }))
  const foreign = entries.filter(({ address }) => !LOOPBACK.test(address))
  const bent = entries.filter(({ names }) =>
    names.some((name) => targets.includes(name.toLowerCase()) && name !== 'localhost'),
  )
  return item('hosts-file', bent.length > 0 ? 'abnormal' : foreign.length > 0 ? 'noted' : 'clean', {
    sha256: sha256Text(text),
    foreign,
    concerningTarget: bent,
  })
}

export async function resolverItem(): Promise<EnvironmentItem> {
  const [resolv, nsswitch] = await Promise.all([readText('/etc/resolv.conf'), readText('/etc/nsswitch.conf')])
  const servers = [...resolv.matchAll(/^nameserver\s+(\S+)/gm)].map(([, server]) => server)
  const order = /^hosts:\s*(.*)$/m.exec(nsswitch)?.[1] ?? ''
  return item('resolver', 'clean', { servers, order, sha256: sha256Text(resolv) })
}

/** Authorities Node knows; the browser carries its own list and is not shown these. */
export function authoritiesItem(): EnvironmentItem {
  const digest = (certificates: readonly string[]) => ({
    count: certificates.length,
    sha256: sha256Text(certificates.join('\n')),
  })
  const extra = getCACertificates('extra')
  return item('authorities', extra.length > 0 ? 'noted' : 'clean', {
    bundled: digest(getCACertificates('bundled')),
    extra: digest(extra),
  })
}

const LISTENING = '0A'

export async function interfacesItem(): Promise<EnvironmentItem> {
  const addresses = Object.entries(networkInterfaces()).flatMap(([name, list]) =>
    (list ?? []).map(({ address, netmask, internal }) => ({ name, address, netmask, internal })),
  )
  const [routes, tcp, tcp6] = await Promise.all([
    readText('/proc/net/route'),
    readText('/proc/net/tcp'),
    readText('/proc/net/tcp6'),
  ])
  const listening = `${tcp}\n${tcp6}`.split('\n').filter((line) => line.trim().split(/\s+/)[3] === LISTENING).length
  return item('interfaces', 'clean', {
    addresses,
    routes: routes
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/).slice(0, 4)),
    listeningSockets: listening,
  })
}

interface ServerAnswer {
  readonly server: string
  readonly addresses: readonly { readonly address: string; readonly ttl: number }[]
  readonly error: string | null
}

async function askServer(server: string, host: string): Promise<ServerAnswer> {
  const resolver = new Resolver({ timeout: 1_500, tries: 1 })
  try {
    resolver.setServers([server])
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host, { ttl: true }),
      resolver.resolve6(host, { ttl: true }),
    ])
    const addresses = [four, six].flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const error =
      four.status === 'rejected' && addresses.length === 0 ? String((four.reason as NodeJS.ErrnoException).code) : null
    return { server, addresses, error }
  } catch (error) {
    return { server, addresses: [], error: String((error as NodeJS.ErrnoException).code ?? 'failed') }
  } finally {
    resolver.cancel()
  }
}

/** Asks each configured name server about the target, and puts its answer beside the one that was used. */
export async function nameServersItem(
  host: string,
  used: readonly string[],
  servers: readonly string[],
): Promise<EnvironmentItem> {
  const answers = await Promise.all(servers.slice(0, 3).map((server) => askServer(server, host)))
  const answered = answers.filter(({ addresses }) => addresses.length > 0)
  const agreeing = answered.some(({ addresses }) => addresses.some(({ address }) => used.includes(address)))
  // Balanced names answer differently each time, so a difference is filed and not condemned.
  return item('name-servers', answered.length > 0 && agreeing ? 'clean' : 'noted', { host, used, answers })
}
