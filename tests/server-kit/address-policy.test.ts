import { describe, expect, it } from 'vitest'
import { judgeAddress, judgePort, normaliseHost, parseAllowList } from '../../server/kit/egress/address-policy.ts'

const none = parseAllowList([])
const verdict = (host: string) => {
  const normal = normaliseHost(host)
  return normal === null ? 'no host' : judgeAddress(normal, none)
}

const ADDRESSES: readonly (readonly [host: string, expected: string | null])[] = [
  ['93.184.216.34', null],
  ['1.1.1.1', null],
  ['223.5.5.5', null],
  ['100.63.255.255', null],
  ['100.128.0.1', null],
  ['172.15.255.255', null],
  ['172.32.0.1', null],
  ['192.167.255.255', null],
  ['169.253.255.255', null],
  ['198.17.255.255', null],
  ['198.20.0.1', null],
  ['223.255.255.255', null],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['2130706433', 'loopback'],
  ['0x7f000001', 'loopback'],
  ['0x7f.1', 'loopback'],
  ['0177.0.0.1', 'loopback'],
  ['017700000001', 'loopback'],
  ['127.1', 'loopback'],
  ['127.0.1', 'loopback'],
  ['１２７.０.０.１', 'loopback'],
  ['①②⑦.⓪.⓪.①', 'loopback'],
  ['127。0。0。1', 'loopback'],
  ['127.0.0.1.', 'loopback'],
  ['0.0.0.0', 'unspecified'],
  ['0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['3232235777', 'private'],
  ['0xc0a80101', 'private'],
  ['169.254.169.254', 'link-local'],
  ['0xA9FEA9FE', 'link-local'],
  ['100.64.0.1', 'carrier-grade-nat'],
  ['100.100.100.200', 'carrier-grade-nat'],
  ['100.127.255.255', 'carrier-grade-nat'],
  ['192.0.0.192', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'benchmarking'],
  ['192.88.99.1', 'tunnelled'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['168.63.129.16', 'metadata'],
  ['2606:4700:4700::1111', null],
  ['2400:3200::1', null],
  ['[2400:3200::1]', null],
  ['::1', 'loopback'],
  ['[::1]', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::', 'unspecified'],
  ['::ffff:127.0.0.1', 'ipv4-in-ipv6'],
  ['::ffff:7f00:1', 'ipv4-in-ipv6'],
  ['[::ffff:8.8.8.8]', 'ipv4-in-ipv6'],
  ['::127.0.0.1', 'ipv4-in-ipv6'],
  ['::7f00:1', 'ipv4-in-ipv6'],
  ['64:ff9b::7f00:1', 'translated'],
  ['64:ff9b::8.8.8.8', 'translated'],
  ['64:ff9b:1::1', 'translated'],
  ['2002:7f00:1::', 'tunnelled'],
  ['2001:0:7f00:1::', 'tunnelled'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['2001:2::1', 'benchmarking'],
  ['2001:10::1', 'reserved'],
  ['fc00::1', 'unique-local'],
  ['fd12:3456::1', 'unique-local'],
  ['fe80::1', 'link-local'],
  ['fec0::1', 'private'],
  ['ff02::1', 'multicast'],
  ['100::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['', 'no host'],
  ['a b', 'no host'],
  ['user@10.0.0.1', 'no host'],
  ['host:80', 'no host'],
  ['256.1.1.1', 'no host'],
  ['1.2.3.4.5', 'no host'],
  ['0x100000000', 'no host'],
  ['fe80::1%eth0', 'no host'],
  ['a..b', 'no host'],
  ['host/path', 'no host'],
  ['ho\\st', 'no host'],
  [`${'a'.repeat(64)}.com`, 'no host'],
]

describe('the judge of addresses', () => {
  it.each(ADDRESSES)('%j is %j', (host, expected) => {
    expect(verdict(host)).toBe(expected)
  })

  it('brings names to lower case and punycode', () => {
    expect(normaliseHost('例子.测试')).toBe('xn--fsqu00a.xn--0zwm56d')
    expect(normaliseHost('ExAmple.COM.')).toBe('example.com')
  })

  it('refuses the addresses of the machine itself', () => {
    expect(judgeAddress('93.184.216.34', none, new Set(['93.184.216.34']))).toBe('own-address')
  })

  it('lets through what the operator named, and no more', () => {
    const allow = parseAllowList(['127.0.0.0/8', '10.1.2.3', 'fd00::/8'])
    expect(judgeAddress('127.9.9.9', allow)).toBeNull()
    expect(judgeAddress('10.1.2.3', allow)).toBeNull()
    expect(judgeAddress('10.1.2.4', allow)).toBe('private')
    expect(judgeAddress('fd00::1', allow)).toBeNull()
    expect(judgeAddress('::ffff:127.0.0.1', allow)).toBe('ipv4-in-ipv6')
  })

  it('opens web ports to all and others only to the named', () => {
    for (const port of [80, 443, 8080, 8443]) expect(judgePort('example.com', port, none)).toBeNull()
    for (const port of [0, 22, 25, 3306, 5432, 6379, 11211, 65536])
      expect(judgePort('example.com', port, none)).toBe('port-not-allowed')
    expect(judgePort('127.0.0.1', 6379, parseAllowList(['127.0.0.0/8']))).toBeNull()
  })

  it('rejects an exception that is neither host nor range', () => {
    expect(() => parseAllowList(['a b'])).toThrow(RangeError)
    expect(() => parseAllowList(['127.0.0.0/99'])).toThrow('CIDR')
  })
})
