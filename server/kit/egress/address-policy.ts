import ipaddr from 'ipaddr.js'

/** Why an address or a host may not be reached from here. */
export type EgressReason =
  | 'host-malformed'
  | 'port-not-allowed'
  | 'address-malformed'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'carrier-grade-nat'
  | 'documentation'
  | 'benchmarking'
  | 'multicast'
  | 'broadcast'
  | 'reserved'
  | 'ipv4-in-ipv6'
  | 'translated'
  | 'tunnelled'
  | 'unique-local'
  | 'metadata'
  | 'own-address'

/** Exceptions an operator grants: host names, single addresses or CIDR ranges. */
export interface AllowList {
  readonly hosts: ReadonlySet<string>
  readonly ranges: readonly { readonly network: ipaddr.IPv4 | ipaddr.IPv6; readonly bits: number }[]
}

type Table = readonly (readonly [cidr: string, reason: EgressReason])[]

// The IANA special-purpose registries, with the parts that are globally reachable left out.
const V4: Table = [
  ['0.0.0.0/8', 'unspecified'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade-nat'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link-local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', 'tunnelled'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  // A cloud's wire server: a public address that only ever answers its own guests.
  ['168.63.129.16/32', 'metadata'],
]

const V6: Table = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['::ffff:0:0/96', 'ipv4-in-ipv6'],
  ['::/96', 'ipv4-in-ipv6'],
  ['64:ff9b::/96', 'translated'],
  ['64:ff9b:1::/48', 'translated'],
  ['100::/64', 'reserved'],
  ['2001::/32', 'tunnelled'],
  ['2001:2::/48', 'benchmarking'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', 'tunnelled'],
  ['3fff::/20', 'documentation'],
  ['fc00::/7', 'unique-local'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'private'],
  ['ff00::/8', 'multicast'],
]

const parsed = (table: Table) => table.map(([cidr, reason]) => ({ range: ipaddr.parseCIDR(cidr), reason }))
const V4_RANGES = parsed(V4)
const V6_RANGES = parsed(V6)
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3')

const within = (address: ipaddr.IPv4 | ipaddr.IPv6, range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
  address.kind() === range[0].kind() && address.match(range)

/** Reads the operator's exceptions; an entry that is neither a range, an address nor a host is an error. */
export function parseAllowList(entries: readonly string[]): AllowList {
  const hosts = new Set<string>()
  const ranges: { network: ipaddr.IPv4 | ipaddr.IPv6; bits: number }[] = []
  for (const entry of entries) {
    if (entry.includes('/')) {
      const [network, bits] = ipaddr.parseCIDR(entry)
      ranges.push({ network, bits })
      continue
    }
    const host = normaliseHost(entry)
    if (host === null) throw new RangeError(`not a host, address or range: ${entry}`)
    hosts.add(host)
  }
  return { hosts, ranges }
}

/**
 * Brings a host to the one form everything else compares: lower case, punycode, no trailing dot,
 * IPv4 in dotted decimal whatever way it was spelled, IPv6 without brackets. Null when it is no host.
 */
export function normaliseHost(raw: string): string | null {
  if (raw.length === 0 || raw.length > 255 || /[\s/\\?#@%]/u.test(raw)) return null
  const bracketed = raw.includes(':') && !raw.startsWith('[') ? `[${raw}]` : raw
  let host: string
  try {
    const url = new URL(`http://${bracketed}/`)
    // A port or credentials hidden in the host would be cut off silently.
    if (url.port !== '' || url.username !== '') return null
    host = url.hostname
  } catch {
    return null
  }
  if (host.startsWith('[')) return ipaddr.parse(host.slice(1, -1)).toString()
  host = host.endsWith('.') ? host.slice(0, -1) : host
  if (host.length === 0 || host.length > 253) return null
  return host.split('.').every((label) => label.length > 0 && label.length <= 63) ? host : null
}

/** True when the normalised host is itself an address. */
export const isAddress = (host: string): boolean => ipaddr.isValid(host)

/** Null when the address is globally reachable or allowed by exception, else why not. */
export function judgeAddress(raw: string, allow: AllowList, own: ReadonlySet<string> = new Set()): EgressReason | null {
  const text = raw.split('%', 1)[0] ?? ''
  if (!ipaddr.isValid(text)) return 'address-malformed'
  const address = ipaddr.parse(text)
  const canonical = address.toString()
  if (allow.hosts.has(canonical)) return null
  if (allow.ranges.some(({ network, bits }) => within(address, [network, bits]))) return null
  const table = address.kind() === 'ipv4' ? V4_RANGES : V6_RANGES
  const hit = table.find(({ range }) => within(address, range))
  if (hit) return hit.reason
  if (address.kind() === 'ipv6' && !within(address, GLOBAL_V6)) return 'reserved'
  return own.has(canonical) ? 'own-address' : null
}

// Web ports and the usual alternatives; mail, database and administration ports stay shut.
const PORTS: readonly (readonly [number, number])[] = [
  [80, 81],
  [443, 443],
  [3000, 3000],
  [5000, 5000],
  [7001, 7002],
  [8000, 8999],
  [9000, 9099],
  [9443, 9443],
  [10000, 10443],
]

/** Web ports for everybody; any port for a host or address the operator named. */
export function judgePort(host: string, port: number, allow: AllowList): EgressReason | null {
  if (!Number.isInteger(port) || port < 1 || port > 65535) return 'port-not-allowed'
  if (isExcepted(host, allow)) return null
  return PORTS.some(([from, to]) => port >= from && port <= to) ? null : 'port-not-allowed'
}

/** Whether the operator named this host, or a range that holds it. */
export function isExcepted(host: string, allow: AllowList): boolean {
  if (allow.hosts.has(host)) return true
  if (!ipaddr.isValid(host)) return false
  const address = ipaddr.parse(host)
  return allow.ranges.some(({ network, bits }) => within(address, [network, bits]))
}
