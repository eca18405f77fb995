import ipaddr from 'ipaddr.js'

/**
 * What limits count an address as: an IPv4 address by itself however it is written, IPv6 by its /64. A visitor with IPv6 has a whole network of
 * addresses and may use a new one for each request. What is recorded stays the whole address.
 */
export function originOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!('parts' in address)) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
