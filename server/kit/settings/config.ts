import { join, resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { problemOfS3, s3Of, type S3Settings, s3Shape } from '../storage/s3-settings.ts'
import { SettingsFileError } from './settings-file.ts'
import { type Environment, problemsOf, type ReadSettings, type SettingsGroup } from './settings-group.ts'
import { splitTimeServer } from './time-servers.ts'

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((v) => v.trim())
      .filter(Boolean),
  )
const isAddressOrRange = (text: string) => ipaddr.isValid(text) || ipaddr.isValidCIDR(text)

const LEAST_INDEPENDENCE_DAYS = 7

/** Settings of the core; those of domains stand beside the code that uses them. */
const Settings = z.object({
  PORT: z.coerce.number<string>().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).optional(),
  SHIMAKAZE_DATA: z.string().min(1).default('./data'),
  SHIMAKAZE_MODE: z.enum(['local', 'production']).default('local'),
  DATABASE_URL: z.url().optional(),
  DATABASE_ADMIN_URL: z.url().optional(),
  SHIMAKAZE_PUBLIC_URL: z.url().optional(),
  /** Folder of the signing keys, where it is not in the data folder. */
  SHIMAKAZE_KEYS: z.string().min(1).optional(),
  SHIMAKAZE_KEYS_PASSPHRASE_FILE: z.string().min(1).optional(),
  /** A time source the operator answers for, on networks without NTP; stands in every statement. */
  SHIMAKAZE_CLOCK_SOURCE: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u, 'a short name: letters, digits, space, dot, hyphen')
    .optional(),
  /**
   * Servers whose time every capture compares with ours. None unless named, in production too: what may stamp there is
   * settled by the synchronised clock that production demands; whose reading stands beside it in the evidence is the
   * operator's to answer for, and a server of our choice would learn of every capture.
   */
  SHIMAKAZE_SNTP_SERVERS: list.refine(
    (all) => all.length <= 8 && all.every((one) => splitTimeServer(one)),
    'at most 8 hosts, each with a port if need be, separated by commas',
  ),
  /** Addresses or CIDRs of reverse proxies whose X-Forwarded-* headers are believed. */
  SHIMAKAZE_TRUSTED_PROXIES: list.refine(
    (all) => all.every(isAddressOrRange),
    'addresses or CIDRs, separated by commas',
  ),
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** Private hosts or CIDRs that captures may reach; local mode only. */
  SHIMAKAZE_ALLOW_PRIVATE: list,
  /** Whether only verified owners collect evidence: in production unless it says off. */
  SHIMAKAZE_CAPTURE_REQUIRES_REAL_NAME: z.enum(['on', 'off']).optional(),
  /** Days that somebody who asked to be closed has to think it over. */
  SHIMAKAZE_CLOSING_DAYS: z.coerce.number<string>().int().min(0).max(365).default(15),
  /** Days for which a person and whoever made or raised them count as one, where two people have to agree. */
  SHIMAKAZE_INDEPENDENCE_DAYS: z.coerce.number<string>().int().min(0).max(365).default(LEAST_INDEPENDENCE_DAYS),
  /** The largest file that may be sent, in GiB. */
  SHIMAKAZE_UPLOAD_GIB: z.coerce.number<string>().positive().max(5_000).default(10),
  /** Where files are looked at, on an origin that has no session: another host that leads to this service. */
  SHIMAKAZE_PREVIEW_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  SHIMAKAZE_CAPTURES: z.coerce.number<string>().int().min(0).max(16).default(2),
  ...s3Shape,
  /** Hours from one integrity audit to the next; 0 leaves them to staff. */
  SHIMAKAZE_INTEGRITY_HOURS: z.coerce.number<string>().min(0).max(8_760).default(24),
  /** What such an audit may read, in MiB a second. */
  SHIMAKAZE_INTEGRITY_MIB: z.coerce.number<string>().min(0.1).max(10_000).default(20),
  /** Seconds for which a service that is to end says that it is not ready and still answers: as long as a balancer takes to see it. */
  SHIMAKAZE_STOP_SECONDS: z.coerce.number<string>().min(0).max(60).optional(),
  SHIMAKAZE_METRICS_TOKEN: z.string().min(16).optional(),
  SHIMAKAZE_LOG: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export interface Config extends ReadSettings {
  port: number
  host: string
  dataDir: string
  keysDir: string
  keysPassphraseFile: string | undefined
  clockSource: string | undefined
  sntpServers: string[]
  trustedProxies: string[]
  mode: 'local' | 'production'
  databaseUrl: string | undefined
  databaseAdminUrl: string | undefined
  publicUrl: string
  chromiumPath: string | undefined
  allowPrivate: string[]
  /** Between asking to be closed and being closed. */
  closingDays: number
  independenceDays: number
  /** Of the largest file that may be sent. */
  uploadBytes: number
  /** Files can only be downloaded where there is none. */
  previewOrigin: string | undefined
  /** Captures at once; 0 leaves the work to `npm run worker`. */
  captures: number
  /** Evidence is begun only where its owner is verified. */
  captureRequiresRealName: boolean
  /** Objects lie in a bucket where given, else in the data folder. */
  s3: S3Settings | undefined
  /** How often everything is read again (0: when staff ask), and how fast. */
  integrity: { hours: number; bytesPerSecond: number }
  /** How long a service says that it is about to end before it does. */
  stopSeconds: number
  metricsToken: string | undefined
  logLevel: string
}

export class ConfigError extends Error {}

/**
 * The one typed configuration: the core's settings, and those of the groups. An unknown `SHIMAKAZE_*` setting stops the start: a typo
 * must not silently mean "default".
 */
export function configFrom(env: Environment, groups: readonly SettingsGroup[]): Config {
  const known = Object.keys(Settings.shape).concat(groups.flatMap((group) => group.names))
  const unknown = Object.keys(env).filter((k) => k.startsWith('SHIMAKAZE_') && !known.includes(k))
  if (unknown.length) throw new ConfigError(`Unknown setting ${unknown.join(', ')}. Known: ${known.join(', ')}`)
  const core = Settings.safeParse(env)
  const checked = groups.map((group) => ({ group, ...group.check(env) }))
  const problems = (core.success ? [] : problemsOf(core.error)).concat(checked.flatMap((c) => c.problems))
  if (!core.success || problems.length) throw new ConfigError(problems.join('\n'))
  const own = coreOf(core.data)
  const production = own.mode === 'production'
  try {
    return { ...own, groups: new Map(checked.map(({ group, read }) => [group, read(production)])) }
  } catch (error) {
    throw error instanceof SettingsFileError ? new ConfigError(error.message) : error
  }
}

function coreOf(s: z.output<typeof Settings>): Omit<Config, keyof ReadSettings> {
  if (s.SHIMAKAZE_MODE === 'production') refuseUnsafe(s)
  const s3Problem = problemOfS3(s, s.SHIMAKAZE_MODE === 'production')
  if (s3Problem) throw new ConfigError(s3Problem)
  return {
    port: s.PORT,
    host: s.HOST ?? (s.SHIMAKAZE_MODE === 'local' ? '127.0.0.1' : '0.0.0.0'),
    dataDir: resolve(s.SHIMAKAZE_DATA),
    keysDir: resolve(s.SHIMAKAZE_KEYS ?? join(s.SHIMAKAZE_DATA, 'keys')),
    keysPassphraseFile: s.SHIMAKAZE_KEYS_PASSPHRASE_FILE && resolve(s.SHIMAKAZE_KEYS_PASSPHRASE_FILE),
    clockSource: s.SHIMAKAZE_CLOCK_SOURCE,
    sntpServers: s.SHIMAKAZE_SNTP_SERVERS,
    trustedProxies: s.SHIMAKAZE_TRUSTED_PROXIES,
    mode: s.SHIMAKAZE_MODE,
    databaseUrl: s.DATABASE_URL,
    databaseAdminUrl: s.DATABASE_ADMIN_URL,
    publicUrl: publicUrlOf(s),
    chromiumPath: s.CHROMIUM_PATH,
    allowPrivate: s.SHIMAKAZE_ALLOW_PRIVATE,
    uploadBytes: Math.floor(s.SHIMAKAZE_UPLOAD_GIB * 1024 ** 3),
    previewOrigin: previewOriginOf(s, publicUrlOf(s)),
    captures: s.SHIMAKAZE_CAPTURES,
    captureRequiresRealName:
      (s.SHIMAKAZE_CAPTURE_REQUIRES_REAL_NAME ?? (s.SHIMAKAZE_MODE === 'production' ? 'on' : 'off')) === 'on',
    closingDays: s.SHIMAKAZE_CLOSING_DAYS,
    independenceDays: s.SHIMAKAZE_INDEPENDENCE_DAYS,
    s3: s3Of(s),
    integrity: { hours: s.SHIMAKAZE_INTEGRITY_HOURS, bytesPerSecond: s.SHIMAKAZE_INTEGRITY_MIB * 1024 ** 2 },
    stopSeconds: s.SHIMAKAZE_STOP_SECONDS ?? (s.SHIMAKAZE_MODE === 'production' ? 5 : 0),
    metricsToken: s.SHIMAKAZE_METRICS_TOKEN,
    logLevel: s.SHIMAKAZE_LOG,
  }
}

const publicUrlOf = (s: z.output<typeof Settings>) =>
  (s.SHIMAKAZE_PUBLIC_URL ?? `http://localhost:${s.PORT}`).replace(/\/$/, '')

/** On one's own machine a second name of it, which browsers know without any name server (RFC 6761 §6.3). */
function previewOriginOf(s: z.output<typeof Settings>, publicUrl: string): string | undefined {
  const { protocol, port, hostname, host } = new URL(publicUrl)
  if (!s.SHIMAKAZE_PREVIEW_ORIGIN)
    return s.SHIMAKAZE_MODE === 'local' && /^(localhost|127\.0\.0\.1)$/.test(hostname)
      ? `${protocol}//preview.localhost${port && `:${port}`}`
      : undefined
  const preview = new URL(s.SHIMAKAZE_PREVIEW_ORIGIN)
  // Cookies do not tell ports apart: a host of its own it must be.
  if (preview.hostname === hostname)
    throw new ConfigError(
      `SHIMAKAZE_PREVIEW_ORIGIN must not be on ${host}, which people sign in at: give it a host of its own`,
    )
  if (s.SHIMAKAZE_MODE === 'production' && preview.protocol !== 'https:')
    throw new ConfigError('SHIMAKAZE_PREVIEW_ORIGIN must be https in production')
  return preview.origin
}

function refuseUnsafe(s: z.output<typeof Settings>) {
  if (s.SHIMAKAZE_ALLOW_PRIVATE.length) throw new ConfigError('SHIMAKAZE_ALLOW_PRIVATE is refused in production')
  if (!s.SHIMAKAZE_PUBLIC_URL) throw new ConfigError('SHIMAKAZE_PUBLIC_URL is required in production')
  if (!s.SHIMAKAZE_PUBLIC_URL.startsWith('https://'))
    throw new ConfigError('SHIMAKAZE_PUBLIC_URL must be https in production')
  if (s.SHIMAKAZE_INDEPENDENCE_DAYS < LEAST_INDEPENDENCE_DAYS)
    throw new ConfigError(`SHIMAKAZE_INDEPENDENCE_DAYS must be ${LEAST_INDEPENDENCE_DAYS} or more in production`)
}
