import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, Instant, Phone, PlainName, wireBool, wireInt, wireList } from '../kit/fields.ts'
import { Scroll, scrollOf, sortBy } from '../kit/list.ts'
import { SettingsBody } from '../platform/settings.ts'

export const mostHostsOfPlatform = 10

/** RFC 1123, with at least one letter in its last part: an address is no name. */
const hostName =
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*(?=[a-z0-9-]*[a-z])[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Small letters, no dot of the root at its end, names in other scripts as ASCII (UTS 46). Whatever is more than a name stays as it is. */
function hostWrittenOneWay(text: string): string {
  if (/[\s:/?#@[\]\\%]/.test(text) || !URL.canParse(`http://${text}`)) return text
  return new URL(`http://${text}`).hostname.replace(/\.$/, '')
}

/** A host name alone: no scheme, no port. */
const HostName = z
  .string()
  .trim()
  .min(1)
  .max(253)
  .transform(hostWrittenOneWay)
  .refine((host) => hostName.test(host), { error: 'hostName' })

/** Links to the platform begin with the first. */
const Hosts = wireList(HostName, mostHostsOfPlatform)
  .pipe(z.array(z.string()).min(1))
  .transform((hosts) => [...new Set(hosts)])

const Names = { nameZh: SettingsBody.shape.nameZh, nameEn: SettingsBody.shape.nameEn }

/** Who sets a platform up; they choose their password themselves. */
export const AdministratorBody = z.object({ administratorName: PlainName, administratorPhone: Phone })
export type AdministratorBody = z.output<typeof AdministratorBody>

export const PlatformBody = z.object({
  ...Names,
  /** Names the platform to programs and merchants; it never changes. */
  notaryId: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/, { error: 'notaryId' }),
  hosts: Hosts,
  ...AdministratorBody.shape,
})
export type PlatformBody = z.output<typeof PlatformBody>

export const PlatformChange = z.object({ ...Names, hosts: Hosts, version: wireInt(0, 1_000_000_000).optional() })
export type PlatformChange = z.output<typeof PlatformChange>

/** It answers its visitors, or nobody for the time being. */
export const PlatformState = z.enum(['open', 'closed'])

/** A platform of this installation. */
export const InstalledPlatform = z.object({
  id: Id,
  notaryId: z.string(),
  nameZh: z.string(),
  nameEn: z.string().nullable(),
  hosts: z.array(z.string()),
  /** Where it is reached. */
  address: z.string(),
  /** It answers where no other claims the host, and cannot be closed. */
  isDefault: z.boolean(),
  listed: z.boolean(),
  platformState: PlatformState,
  peopleCount: z.int(),
  accountCount: z.int(),
  /** Of what it shows of itself, its names included. */
  version: z.int(),
  createdAt: Instant,
})
export type InstalledPlatform = z.output<typeof InstalledPlatform>

export const PlatformFind = Scroll.pick({ pageNum: true, pageSize: true, cursor: true, keyWord: true }).extend({
  platformState: PlatformState.optional(),
  listed: wireBool.optional(),
  sort: sortBy(['createdAt', 'notaryId'], '-createdAt'),
})
export type PlatformFind = z.output<typeof PlatformFind>

/** What the administrator does next. */
const Begun = z.object({
  id: Id,
  /** Where they set their password, by a code to their phone. */
  passwordUrl: z.string(),
  phoneMasked: z.string(),
  /** Whether an SMS tells them; where it does not, somebody has to. */
  told: z.boolean(),
})
export type Begun = z.output<typeof Begun>

const byId = { params: z.object({ id: Id }) }
const read = { own: true, right: 'installation.manage', rate: 'read', idempotent: true } as const
const change = { own: true, right: 'installation.manage', rate: 'write' } as const

/** The platforms of an installation, for administrators of its default one. */
export const platformCalls = {
  list: defineCall({
    method: 'GET',
    path: 'operator/installation/platform',
    query: PlatformFind,
    reply: scrollOf(InstalledPlatform),
    ...read,
  }),
  get: defineCall({
    method: 'GET',
    path: 'operator/installation/platform/{id}',
    ...byId,
    reply: InstalledPlatform,
    ...read,
  }),
  create: defineCall({
    method: 'POST',
    path: 'operator/installation/platform',
    body: PlatformBody,
    reply: Begun,
    fresh: true,
    idempotent: false,
    ...change,
  }),
  /** A conflict where `version` is given and somebody saved another. */
  update: defineCall({
    method: 'PUT',
    path: 'operator/installation/platform/{id}',
    ...byId,
    body: PlatformChange,
    reply: z.object({ version: z.int() }),
    idempotent: true,
    ...change,
  }),
  /** Asks for another administrator of a platform; another administrator of the installation decides. */
  addAdministrator: defineCall({
    method: 'POST',
    path: 'operator/installation/platform/{id}/administrator',
    ...byId,
    body: AdministratorBody,
    reply: Begun.extend({ approvalId: Id }),
    fresh: true,
    idempotent: false,
    ...change,
  }),
  close: defineCall({
    method: 'POST',
    path: 'operator/installation/platform/{id}/close',
    ...byId,
    idempotent: true,
    ...change,
  }),
  open: defineCall({
    method: 'POST',
    path: 'operator/installation/platform/{id}/open',
    ...byId,
    idempotent: true,
    ...change,
  }),
}
