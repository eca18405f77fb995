import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { arch, cpus, hostname, release, totalmem, uptime } from 'node:os'
import { groupMembers } from '../process-tree.ts'
import { item } from './environment-items.ts'
import type { EnvironmentItem } from './environment-items.ts'

export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').then(
    (text) => text.trim(),
    () => '',
  )

export const sha256Text = (text: string): string => createHash('sha256').update(text).digest('hex')

const fileDigests = new Map<string, Promise<string>>()

/** Digest of a program, read once per process: browsers are large. */
export function programDigest(path: string): Promise<string> {
  let digest = fileDigests.get(path)
  if (!digest) fileDigests.set(path, (digest = hashFile(path)))
  return digest
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(1 << 20)
  const file = await open(path).catch(() => null)
  try {
    for (let length = 1; file && length > 0;) {
      length = (await file.read(buffer)).bytesRead
      hash.update(buffer.subarray(0, length))
    }
    return file ? hash.digest('hex') : ''
  } catch {
    return ''
  } finally {
    await file?.close()
  }
}

/** The clock this machine shows and what drives it; whether it is right is for the time-stamp to prove. */
export async function clockItem(now: Date): Promise<EnvironmentItem> {
  const [source, bootId] = await Promise.all([
    readText('/sys/devices/system/clocksource/clocksource0/current_clocksource'),
    readText('/proc/sys/kernel/random/boot_id'),
  ])
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return item('clock', 'noted', {
    now: now.toISOString(),
    verification: 'os-unverified',
    kernelSource: source,
    bootId,
    timeZone,
    uptimeSeconds: Math.round(uptime()),
  })
}

export async function systemItem(): Promise<EnvironmentItem> {
  const [osRelease, tainted, version, product] = await Promise.all([
    readText('/etc/os-release'),
    readText('/proc/sys/kernel/tainted'),
    readText('/proc/version'),
    readText('/sys/class/dmi/id/product_name'),
  ])
  const distribution = /^PRETTY_NAME="?([^"\n]*)/m.exec(osRelease)?.[1] ?? ''
  return item('system', 'clean', {
    distribution,
    kernel: release(),
    kernelVersion: version,
    kernelTainted: tainted,
    architecture: arch(),
    machine: product,
    processors: cpus().length,
    processor: cpus()[0]?.model ?? '',
    memoryBytes: totalmem(),
    host: hostname(),
  })
}

/** Variables that can bend traffic or load foreign code into our process. */
const BENDING = [
  'LD_PRELOAD',
  'LD_AUDIT',
  'LD_LIBRARY_PATH',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'SSLKEYLOGFILE',
]
const PROXIES = [
  'http_proxy',
  'https_proxy',
  'all_proxy',
  'no_proxy',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'ALL_PROXY',
  'NO_PROXY',
]

/** Only names are filed: their values may hold passwords, and the browser is given none of them. */
export function variablesItems(): EnvironmentItem[] {
  const set = (names: readonly string[]) => names.filter((name) => (process.env[name] ?? '') !== '')
  const [proxies, bending] = [set(PROXIES), set(BENDING)]
  return [
    item('proxy-variables', proxies.length > 0 ? 'noted' : 'clean', { set: proxies, passedToBrowser: false }),
    item('injection-variables', bending.length > 0 ? 'noted' : 'clean', { set: bending, passedToBrowser: false }),
  ]
}

export async function processItem(group: number): Promise<EnvironmentItem> {
  const [cgroup, names] = await Promise.all([
    readText('/proc/self/cgroup'),
    Promise.all(groupMembers(group).map(async (pid) => ({ pid, name: await readText(`/proc/${pid}/comm`) }))),
  ])
  return item('processes', 'clean', {
    worker: {
      pid: process.pid,
      uid: process.getuid?.() ?? null,
      gid: process.getgid?.() ?? null,
      node: process.version,
      cgroup,
    },
    browser: names,
  })
}

/** The programs that did the work, by digest. */
export async function softwareItem(browserPath: string, browserVersion: string): Promise<EnvironmentItem> {
  const [node, browser] = await Promise.all([programDigest(process.execPath), programDigest(browserPath)])
  return item('software', browser === '' ? 'abnormal' : 'clean', {
    node: { version: process.version, sha256: node },
    browser: { version: browserVersion, sha256: browser, file: browserPath.split('/').at(-1) },
  })
}
