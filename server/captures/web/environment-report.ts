import type { BrowserBuild } from '../engine/browser/browser-path.ts'
import { browserPackageItem } from '../engine/browser/browser-package.ts'
import { StepTimedOut } from '../engine/deadline.ts'
import type { Deadline } from '../engine/deadline.ts'
import { changesItem, namesAfterItem, readMachine } from '../engine/environment/environment-changes.ts'
import type { MachineState } from '../engine/environment/environment-changes.ts'
import { item, summarise } from '../engine/environment/environment-items.ts'
import type { EnvironmentItem, EnvironmentSummary } from '../engine/environment/environment-items.ts'
import {
  clockItem,
  processItem,
  softwareItem,
  systemItem,
  variablesItems,
} from '../engine/environment/environment-machine.ts'
import {
  authoritiesItem,
  hostsItem,
  interfacesItem,
  nameServersItem,
  resolverItem,
} from '../engine/environment/environment-network.ts'
import { timeServersItem } from '../engine/environment/environment-time.ts'
import type { FontSetup } from '../engine/browser/fonts.ts'
import type { IsolationLayer } from '../engine/browser/isolation.ts'
import type { LaunchedBrowser } from '../engine/browser/launch.ts'
import { isAddress } from '../../kit/egress/address-policy.ts'
import type { Resolution } from '../../kit/egress/resolve.ts'
import type { Device, Identity } from './page/device.ts'

export interface EnvironmentInput {
  readonly now: () => Date
  readonly build: BrowserBuild
  readonly browser: LaunchedBrowser
  readonly fonts: FontSetup
  readonly coverage: Readonly<Record<string, boolean>>
  readonly identity: Identity
  readonly device: Device
  readonly layers: readonly IsolationLayer[]
  readonly target: Resolution
  readonly sntpServers: readonly string[]
  readonly trustSpki: readonly string[]
  readonly excepted: readonly string[]
}

/** The report of the time before the page was opened, to be compared with the time after. */
export interface EnvironmentBegun {
  readonly items: readonly EnvironmentItem[]
  readonly summary: EnvironmentSummary
  readonly machine: MachineState
  readonly target: Resolution
  /** The programs' files. Reading all of them takes a second where nobody did so before: the page does not wait for it. */
  readonly programs: Promise<readonly EnvironmentItem[]>
}

export interface EnvironmentReport {
  readonly items: readonly EnvironmentItem[]
  readonly summary: EnvironmentSummary
}

/** The machine, its network and the browser as they are when the capture begins. */
export async function beginEnvironment(input: EnvironmentInput): Promise<EnvironmentBegun> {
  const { browser, target, now } = input
  const resolver = await resolverItem()
  const configured = (resolver.facts['servers'] as string[] | undefined) ?? []
  const programs = Promise.all([
    softwareItem(input.build.path, browser.version.product),
    browserPackageItem(input.build.path, now),
  ])
  // A capture that fails before it asks for them leaves them to themselves.
  programs.catch(() => {})
  const [clock, time, system, hosts, servers, interfaces, process, machine] = await Promise.all([
    clockItem(now()),
    timeServersItem(input.sntpServers, now),
    systemItem(),
    hostsItem([target.host]),
    asksServers(target)
      ? nameServersItem(
          target.host,
          target.answers.map(({ address }) => address),
          configured,
        )
      : Promise.resolve(undefined),
    interfacesItem(),
    processItem(browser.group),
    readMachine(now),
  ])
  const items = [
    clock,
    time,
    system,
    hosts,
    resolver,
    ...(servers ? [servers] : []),
    ...variablesItems(),
    authoritiesItem(),
    interfaces,
    process,
    ...browserItems(input),
  ]
  return { items, summary: summarise(items), machine, target, programs }
}

/** Slow name servers must not keep a capture that has all it came for. */
const RESOLVE_MS = 5_000
const PROGRAMS_MS = 30_000

interface EnvironmentEnd {
  readonly now: () => Date
  readonly resolveAgain: () => Promise<Resolution>
  readonly route: Promise<EnvironmentItem>
  readonly deadline: Deadline
}

/** The same machine once everything is collected: what changed meanwhile, and the way that was gone. */
export async function endEnvironment(
  begun: EnvironmentBegun,
  { now, resolveAgain, route, deadline }: EnvironmentEnd,
): Promise<EnvironmentReport> {
  const asked = deadline.step('environment', RESOLVE_MS, resolveAgain()).catch((error: unknown) => {
    if (error instanceof StepTimedOut) return null
    throw error
  })
  const programs = deadline.step('environment', PROGRAMS_MS, begun.programs)
  const [again, traced, machine, read] = await Promise.all([asked, route, readMachine(now), programs])
  const items = [
    ...begun.items,
    ...read,
    traced,
    namesAfterItem(begun.target, again),
    changesItem(begun.machine, machine),
  ]
  return { items, summary: summarise(items) }
}

/** Names of this machine and of its own network are not asked of anybody outside. */
const asksServers = ({ host, answers, verdict }: Resolution): boolean =>
  verdict === 'allowed' &&
  !isAddress(host) &&
  host.includes('.') &&
  !host.endsWith('.localhost') &&
  !answers.every(({ address }) => address.startsWith('127.') || address === '::1')

function browserItems({
  browser,
  fonts,
  coverage,
  identity,
  device,
  layers,
  build,
  trustSpki,
  excepted,
}: EnvironmentInput): EnvironmentItem[] {
  const lacking = Object.entries(coverage)
    .filter(([, drawn]) => !drawn)
    .map(([script]) => script)
  return [
    item('browser', 'clean', {
      kind: build.kind,
      ...browser.version,
      flags: browser.flags,
      extensions: [],
      http3: false,
      device,
      language: identity.acceptLanguage,
    }),
    item('browser-identity', 'noted', {
      original: identity.original,
      sent: identity.userAgent,
      clientHints: identity.userAgentMetadata,
    }),
    item('empty-profile', browser.profileBefore.length === 0 ? 'clean' : 'abnormal', { before: browser.profileBefore }),
    item('fonts', coverage['hans'] === true ? (lacking.length > 0 ? 'noted' : 'clean') : 'abnormal', {
      source: fonts.source,
      coverage,
      lacking,
    }),
    item('isolation', layers.includes('sandbox') ? (layers.length === 4 ? 'clean' : 'noted') : 'abnormal', {
      layers,
      uid: browser.uid,
    }),
    item('exceptions', trustSpki.length + excepted.length > 0 ? 'noted' : 'clean', {
      addresses: excepted,
      trustedKeys: trustSpki,
    }),
  ]
}
