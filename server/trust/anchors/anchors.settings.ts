import { z } from 'zod'
import { isExcepted, normaliseHost, parseAllowList } from '../../kit/egress/address-policy.ts'
import { isLoopback, Patience, readSettingsFile, SettingsFileError } from '../../kit/settings/settings-file.ts'
import { defineSettings } from '../../kit/settings/settings-group.ts'

const webAddress = z.url({ protocol: /^https?$/ })
const isRange = (entry: string) => {
  try {
    return parseAllowList([entry]) !== undefined
  } catch {
    return false
  }
}

/** The kinds of chain there is an adapter for. */
export const chainModes = ['evm'] as const
export type ChainMode = (typeof chainModes)[number]

const Chain = z.strictObject({
  id: z.int().min(1),
  name: z.string().trim().min(1).max(60),
  nameEn: z.string().trim().min(1).max(60).optional(),
  mode: z.enum(chainModes),
  /** Nodes, the preferred one first. Keys of vendors may stand in them, so they are shown to nobody. */
  rpc: z.array(webAddress).min(1).max(5),
  /** Nodes on networks of one's own: hosts, addresses or ranges that may be asked all the same. */
  allowPrivate: z.array(z.string().refine(isRange, 'a host, an address or a range')).max(20).default([]),
  /** A private key in hexadecimal, or a keystore (version 3) whose passphrase lies in `passphraseFile`; mode 0600 either way. */
  keyFile: z.string().min(1),
  passphraseFile: z.string().min(1).optional(),
  confirmations: z.int().min(1).max(64).default(12),
  /** Where people look at a transaction, `{tx}` in its place. */
  explorer: webAddress
    .refine((text) => text.includes('{tx}'), 'has {tx} where the transaction’s hash belongs')
    .optional(),
  /** The most that a unit of gas may cost. */
  maxFeeGwei: z.number().positive().max(1_000_000),
  /** Seconds until a transaction that no block takes is offered more. */
  bumpSeconds: z.int().min(1).max(86_400).default(180),
  /** Seconds until one that no block takes is given up. */
  giveUpSeconds: z
    .int()
    .min(60)
    .max(30 * 86_400)
    .default(86_400),
  patience: Patience,
})
export type ChainSettings = z.output<typeof Chain>

const File = z.strictObject({
  /** Seconds from one anchor on a chain to the next. */
  everySeconds: z
    .int()
    .min(1)
    .max(30 * 86_400)
    .default(600),
  chains: z
    .array(Chain)
    .min(1)
    .max(10)
    .refine((all) => new Set(all.map((c) => c.id)).size === all.length, 'names a chain twice'),
})
export type AnchorSettings = z.output<typeof File>

/** Chains that checkpoints of the log are written to; none where none is given. */
export const anchorSettings = defineSettings({
  shape: { SHIMAKAZE_ANCHORS: z.string().min(1).optional() },
  read({ SHIMAKAZE_ANCHORS: path }, production): AnchorSettings | undefined {
    if (!path) return undefined
    const settings = readSettingsFile('SHIMAKAZE_ANCHORS', path, production, File)
    for (const [i, chain] of settings.chains.entries())
      if (production && !chain.rpc.every((url) => isSafe(url, chain)))
        throw new SettingsFileError(`${path}: chains.${i}.rpc: must be https, but for nodes named in allowPrivate`)
    return settings
  },
})

function isSafe(address: string, { allowPrivate }: ChainSettings): boolean {
  const { protocol, hostname } = new URL(address)
  const host = normaliseHost(hostname)
  return (
    protocol === 'https:' || isLoopback(hostname) || (host !== null && isExcepted(host, parseAllowList(allowPrivate)))
  )
}
