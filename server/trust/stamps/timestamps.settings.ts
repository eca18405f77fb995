import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { readPem, type Certificate } from '../../../proof/formats/x509.ts'
import { isLoopback, Patience, readSettingsFile, SettingsFileError } from '../../kit/settings/settings-file.ts'
import { defineSettings } from '../../kit/settings/settings-group.ts'

const Provider = z
  .strictObject({
    /** Never given to another: breakers, tokens and words on pages hang on it. */
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,30}$/, 'a short name: small letters, digits, hyphen'),
    name: z.string().trim().min(1).max(60),
    url: z.url({ protocol: /^https?$/ }),
    /** PEM file of the roots that tokens must lead to, named from where the settings lie. */
    roots: z.string().min(1),
    /** PEM file of revocation lists, read again whenever it is needed. */
    crls: z.string().min(1).optional(),
    policy: z
      .string()
      .regex(/^[0-2](\.(0|[1-9]\d*))+$/, 'an object identifier')
      .optional(),
    hash: z.literal('sha256').default('sha256'),
    user: z.string().min(1).optional(),
    password: z.string().min(1).optional(),
    headers: z.record(z.string().regex(/^[A-Za-z0-9-]{1,60}$/), z.string().regex(/^[\x20-\x7e]{1,2000}$/)).optional(),
    /** Seconds that a token's time may differ from ours. */
    tolerance: z.number().min(1).max(3_600).default(60),
    patience: Patience,
  })
  .refine((p) => (p.user === undefined) === (p.password === undefined), 'user and password need each other')

const File = z
  .strictObject({ wanted: z.int().min(1).max(8).default(1), providers: z.array(Provider).min(1).max(8) })
  .refine(
    ({ providers }) => new Set(providers.map((p) => p.id)).size === providers.length,
    'each provider has an id of its own',
  )

export type TimestampProvider = Omit<z.output<typeof Provider>, 'roots'> & {
  /** PEM of the roots, as it travels with each token. */
  roots: string
  anchors: Certificate[]
}

/** Independent authorities that stamp evidence beside the platform's own, in the order in which they are asked. */
export interface TimestampSettings {
  /** Stamps that each evidence should have, of as many providers. */
  wanted: number
  providers: TimestampProvider[]
}

/** Nobody but the platform itself stamps evidence where none is given. */
export const timestampSettings = defineSettings({
  shape: { SHIMAKAZE_TIMESTAMPS: z.string().min(1).optional() },
  read({ SHIMAKAZE_TIMESTAMPS: path }, production): TimestampSettings | undefined {
    if (!path) return undefined
    const { wanted, providers } = readSettingsFile('SHIMAKAZE_TIMESTAMPS', path, production, File)
    const at = (name: string) => resolve(dirname(path), name)
    return {
      wanted: Math.min(wanted, providers.length),
      providers: providers.map((p) =>
        opened(path, { ...p, roots: at(p.roots), ...(p.crls ? { crls: at(p.crls) } : {}) }, production),
      ),
    }
  },
})

function opened(path: string, provider: z.output<typeof Provider>, production: boolean): TimestampProvider {
  const { protocol, hostname } = new URL(provider.url)
  const secret = provider.user !== undefined || provider.headers !== undefined
  if (secret && protocol === 'http:' && (production || !isLoopback(hostname)))
    throw new SettingsFileError(`${path}: ${provider.id}: a password or a header is only sent over https`)
  try {
    const anchors = readPem(readFileSync(provider.roots, 'utf8'))
    return { ...provider, anchors, roots: anchors.map(pemOf).join('') }
  } catch (error) {
    throw new SettingsFileError(`${path}: ${provider.id}: ${provider.roots} holds no certificates that can be read`, {
      cause: error,
    })
  }
}

const pemOf = ({ raw }: Certificate) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(raw)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`
