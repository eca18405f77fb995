import type { BrowserBuild } from '../engine/browser-path.ts'
import { item, summarise } from '../engine/environment-items.ts'
import type { EnvironmentItem, EnvironmentSummary } from '../engine/environment-items.ts'
import { clockItem, processItem, softwareItem, systemItem, variablesItems } from '../engine/environment-machine.ts'
import { authoritiesItem, hostsItem, interfacesItem, nameServersItem, resolverItem } from '../engine/environment-network.ts'
import type { FontSetup } from '../engine/fonts.ts'
import type { IsolationLayer } from '../engine/isolation.ts'
import type { LaunchedBrowser } from '../engine/launch.ts'
import { isAddress } from '../../kit/egress/judge.ts'
import type { Resolution } from '../../kit/egress/resolve.ts'
import type { Device, Identity } from './device.ts'

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
  readonly trustSpki: readonly string[]
  readonly excepted: readonly string[]
}

export interface EnvironmentReport {
  readonly items: readonly EnvironmentItem[]
  readonly summary: EnvironmentSummary
}

/** The machine, its network and the browser as they were for this capture. */
export async function reportEnvironment(input: EnvironmentInput): Promise<EnvironmentReport> {
  const { browser, target } = input
  const resolver = await resolverItem()
  const configured = (resolver.facts['servers'] as string[] | undefined) ?? []
  const [clock, system, hosts, servers, interfaces, software, process] = await Promise.all([
    clockItem(input.now()),
    systemItem(),
    hostsItem([target.host]),
    asksServers(target) ? nameServersItem(target.host, target.answers.map(({ address }) => address), configured) : Promise.resolve(undefined),
    interfacesItem(),
    softwareItem(input.build.path, browser.version.product),
    processItem(browser.group),
  ])
  const items = [clock, system, hosts, resolver, ...(servers ? [servers] : []), ...variablesItems(), authoritiesItem(), interfaces, software, process, ...browserItems(input)]
  return { items, summary: summarise(items) }
}

/** Names of this machine and of its own network are not asked of anybody outside. */
const asksServers = ({ host, answers, verdict }: Resolution): boolean =>
  verdict === 'allowed' && !isAddress(host) && host.includes('.') && !host.endsWith('.localhost') && !answers.every(({ address }) => address.startsWith('127.') || address === '::1')

function browserItems({ browser, fonts, coverage, identity, device, layers, build, trustSpki, excepted }: EnvironmentInput): EnvironmentItem[] {
  const lacking = Object.entries(coverage).filter(([, drawn]) => !drawn).map(([script]) => script)
  return [
    item('browser', 'clean', { kind: build.kind, ...browser.version, flags: browser.flags, extensions: [], http3: false, device, language: identity.acceptLanguage }),
    item('browser-identity', 'noted', { original: identity.original, sent: identity.userAgent, clientHints: identity.userAgentMetadata }),
    item('empty-profile', browser.profileBefore.length === 0 ? 'clean' : 'abnormal', { before: browser.profileBefore }),
    item('fonts', coverage['hans'] === true ? (lacking.length > 0 ? 'noted' : 'clean') : 'abnormal', { source: fonts.source, coverage, lacking }),
    item('isolation', layers.includes('sandbox') ? (layers.length === 4 ? 'clean' : 'noted') : 'abnormal', { layers, uid: browser.uid }),
    item('exceptions', trustSpki.length + excepted.length > 0 ? 'noted' : 'clean', { addresses: excepted, trustedKeys: trustSpki }),
  ]
}
