import type { Provider } from '../../contract/accounts/third-provider.ts'
import { type Colours, shadesOf } from '../../contract/platform/colours.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { Dictionary, ValueAdded } from '../../contract/platform/dictionary.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { pictureFields, type PlatformSettings, Settings, type SettingsBody } from '../../contract/platform/settings.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller, Platform, Visitor } from '../kit/calls/caller.ts'
import { requireFresh } from '../kit/calls/require-fresh.ts'
import { changesOf } from '../kit/audit/changes.ts'
import type { Queryable, Tx } from '../kit/db/db.ts'
import { AppError, badFields } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import type { Config } from '../kit/settings/config.ts'
import { askApproval } from './approvals/ask-approval.service.ts'
import { type TransferAccount, transferAccountApproval, transferFields } from './approvals/transfer-account.ts'
import { holdShown, lockShown } from './files.repo.ts'
import { forgetPlatforms, platformName } from './platform.service.ts'
import { forgetRecent, type RecentSettings, recentSettings } from './recent-settings.read.ts'
import * as repo from './settings.repo.ts'
import { legalFilesOf } from './legal/legal.service.ts'

/** What was saved is judged again: a rule that became stricter costs a value, not the page. */
function settingsOf(saved: unknown): Settings {
  const given = (saved ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(Settings.shape).map(([name, schema]) => [name, schema.safeParse(given[name]).data ?? null]),
  ) as Settings
}

function shown({ id, name, listed, settings, version }: repo.SettingsRecord): PlatformSettings {
  const { zh, en } = name as unknown as Platform['name']
  return { id, version, nameZh: zh, nameEn: en ?? null, listed, ...settingsOf(settings) }
}

export const get = async (services: Services, { platform }: Caller) =>
  shown(await repo.findSettings(services.db.system, platform.id))

/** Pictures must be this platform's, and there. They are held from now on, and what stood there before is let go. */
async function holdPictures(tx: Tx, { platform }: Caller, body: SettingsBody) {
  const named = pictureFields.flatMap((field) => (body[field] === null ? [] : [{ field, id: body[field] }]))
  const there = await lockShown(
    tx,
    platform.id,
    named.map((n) => n.id),
  )
  const absent = named.filter((n) => !there.some((f) => f.id === n.id && f.mediaType.startsWith('image/')))
  if (absent.length) throw badFields(...absent.map(({ field }) => ({ path: field, key: 'pictureGone' })))
  await holdShown(
    tx,
    platform.id,
    named.map((n) => n.id),
  )
}

/**
 * Asks for another account for bank transfers, where one was given: what was there stays until somebody else agrees. To take it away is
 * one person's: an account that is not the platform's must not stand there for longer.
 */
async function askTransferAccount(tx: Tx, caller: Caller, before: SettingsBody, body: SettingsBody) {
  const [from, to] = [before, body].map((one) => pickTransfer(one)) as [TransferAccount, TransferAccount]
  if (transferFields.every((field) => from[field] === to[field] || to[field] === null)) return undefined
  requireFresh(caller)
  await askApproval(tx, caller, transferAccountApproval, {
    subjectId: caller.platform.id,
    request: { before: from, after: to },
  })
  return from
}

const pickTransfer = ({ transferPayee, transferBank, transferAccount }: SettingsBody): TransferAccount => ({
  transferPayee,
  transferBank,
  transferAccount,
})

export async function save(
  services: Services,
  caller: Caller,
  { version, ...given }: SettingsBody & { version?: number | undefined },
) {
  const { id } = caller.platform
  const saved = await services.db.asSystem(async (tx) => {
    await repo.lockPlatform(tx, id)
    const { id: _id, version: current, ...before } = shown(await repo.findSettings(tx, id))
    if (version !== undefined && version !== current)
      throw new AppError('conflict', {}, [], { current: { id, version: current, ...before } })
    const standing = await askTransferAccount(tx, caller, before, given)
    const body: SettingsBody = { ...given, ...standing }
    const { nameZh, nameEn, listed, ...settings } = body
    await holdPictures(tx, caller, body)
    await recordAct(
      tx,
      { ...caller, accountId: null },
      { action: 'platform.changed', subjectKind: 'platform', subjectId: id, details: changesOf(before, body) },
    )
    const name = { zh: nameZh, ...(nameEn ? { en: nameEn } : {}) }
    return { version: await repo.saveSettings(tx, id, { name, listed, settings }), waits: standing !== undefined }
  })
  // Other processes follow within seconds.
  forgetPlatforms(services.db)
  forgetRecent(services.db)
  return saved
}

export async function names(services: Services, { platform, lang }: Visitor, notaryId: string | undefined) {
  const rows = (await repo.listNamed(services.db.system, platform.id)).filter(
    (r) => !notaryId || r.notaryId === notaryId,
  )
  const inLanguage = (zh: string | null, en: string | null) => (lang === 'en' ? (en ?? zh) : zh) ?? ''
  return {
    list: rows.map((r) => {
      const s = shown(r)
      return {
        notaryId: r.notaryId,
        name: inLanguage(s.nameZh, s.nameEn),
        region: inLanguage(s.region, s.regionEn),
        fullName: inLanguage(s.fullName, s.fullNameEn),
      }
    }),
  }
}

/** As every page reads it. Asked for with every page, so it is remembered as long as platforms are. */
const lifetime = 5_000
async function recent(services: Services, platform: Platform): Promise<RecentSettings> {
  const { db } = services
  const all = recentSettings(db)
  const kept = all.get(platform.id)
  if (kept && kept.until > performance.now()) return kept
  const settings = settingsOf((await repo.findSettings(db.system, platform.id)).settings)
  const files = await legalFilesOf(services, platform)
  const found: RecentSettings = { settings, files, dictionaries: new WeakMap(), until: performance.now() + lifetime }
  all.set(platform.id, found)
  return found
}

/** A platform's settings, a few seconds old at most. */
export const settingsFor = async (services: Services, platform: Platform) => (await recent(services, platform)).settings

/** Of headings and frames on what is drawn for a platform from now on; undefined where it chose none. */
export const paperColour = async (services: Services, platform: Platform) =>
  (await settingsFor(services, platform)).brandColour ?? undefined

/** The same of what is read on a screen, in either appearance; null where it chose none. */
export async function pageColours(services: Services, platform: Platform) {
  const { brandColour, brandColourDark } = await settingsFor(services, platform)
  return { light: brandColour, dark: brandColourDark }
}

/** Whoever saves a platform's settings or names holds them to the end of their transaction. */
export const lockSettings = repo.lockPlatform

const pictureUrl = (id: string | null) => (id ? pathOf(fileCalls.shown, { id }) : '')

function infoOf(s: Settings): Dictionary['notary']['info'] {
  const {
    fullName,
    fullNameEn,
    helpHomePageUrl,
    helpRegisterUrl,
    helpLoginUrl,
    consultationPhone,
    techSupportPhone,
    email,
    officeTime,
    officeTimeEn,
    officePlace,
    officePlaceEn,
  } = s
  const texts = {
    fullName,
    fullNameEn,
    helpHomePageUrl,
    helpRegisterUrl,
    helpLoginUrl,
    consultationPhone,
    techSupportPhone,
    email,
    officeTime,
    officeTimeEn,
    officePlace,
    officePlaceEn,
  }
  return {
    ...(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text ?? ''])) as Record<
      keyof typeof texts,
      string
    >),
    labelUrl: pictureUrl(s.label),
    blackBottomLogoUrl: pictureUrl(s.blackBottomLogo),
    whiteBottomLogoUrl: pictureUrl(s.whiteBottomLogo),
    qrCodeUrl: pictureUrl(s.qrCode),
  }
}

const coloursOf = ({ brandColour, brandColourDark }: Settings): Colours => ({
  light: brandColour ? shadesOf(brandColour, 'light') : null,
  dark: brandColourDark ? shadesOf(brandColourDark, 'dark') : null,
})

/** What the dictionary tells of domains above the platform: settings of theirs that pages must know. */
export interface DictionaryPorts {
  /** Which vendors somebody can sign in with. */
  openWays(config: Config, platform: Platform): readonly Provider[]
  /** Undefined where no chain is named. */
  chainModeOf(config: Config): string | undefined
  /** Vendors through whom people pay. */
  payChannelsOf(config: Config, notaryId: string): { readonly alipay?: unknown; readonly wechat?: unknown }
  /** What one of each product costs now, in fen. */
  pricesOf(db: Queryable, platformId: string): Promise<Record<string, number>>
  /** What of these prices is of something that is sold to go with evidence. */
  valueAddedOf(config: Config, prices: Readonly<Record<string, number>>): ValueAdded[]
  /** When the newest block was made that holds a checkpoint for good. */
  chainTimeOf(db: Queryable, config: Config): Promise<Date | undefined>
  /** Whether somebody answers orders of judicial services. */
  hasOffice(db: Queryable, platformId: string): Promise<boolean>
}

/** What domains above know of a platform, asked for as seldom as its settings. */
async function moreOf(
  { db: { system }, config }: Services,
  { pricesOf, chainTimeOf, hasOffice }: DictionaryPorts,
  { id }: Platform,
) {
  const [price, chainTime, office] = await Promise.all([
    pricesOf(system, id),
    chainTimeOf(system, config),
    hasOffice(system, id),
  ])
  return { price, chainTime: chainTime?.toISOString() ?? '', office }
}

const picturesOf = (settings: Settings) =>
  pictureFields.flatMap((name) => (settings[name] ? [{ name, url: pictureUrl(settings[name]) }] : []))

export async function dictionaryOf(
  services: Services,
  ports: DictionaryPorts,
  platform: Platform,
): Promise<Dictionary> {
  const found = await recent(services, platform)
  const more = (found.more ??= await moreOf(services, ports, platform))
  const dictionary = found.dictionaries.get(platform) ?? makeDictionary(services.config, ports, platform, found, more)
  found.dictionaries.set(platform, dictionary)
  return dictionary
}

/** A service is open where something stands behind it and the platform did not close it. */
function makeDictionary(
  config: Config,
  ports: DictionaryPorts,
  platform: Platform,
  { settings, files }: RecentSettings,
  more: NonNullable<RecentSettings['more']>,
): Dictionary {
  const ways = ports.openWays(config, platform)
  const { alipay, wechat } = ports.payChannelsOf(config, platform.notaryId)
  const open = (channel: unknown, opened: boolean) => ({ open: Boolean(channel) && opened })
  return {
    notaryId: platform.notaryId,
    mode: config.mode,
    frontPlatformInfo: {
      basicInfo: { platformName: platformName(platform, 'zh-CN'), platformNameEn: platformName(platform, 'en') },
      files,
      imgList: picturesOf(settings),
      price: more.price,
      valueAdded: ports.valueAddedOf(config, more.price),
      chainMode: ports.chainModeOf(config)?.toUpperCase() ?? 'NONE',
      chainTime: more.chainTime,
      explorerUrl: settings.explorerUrl ?? '',
      app: { iosUrl: settings.appIosUrl ?? '', androidUrl: settings.appAndroidUrl ?? '' },
      colours: coloursOf(settings),
    },
    login: {
      alipay: { open: ways.includes('ALIPAY') },
      wechat: { open: ways.includes('WECHAT') },
    },
    pay: { alipay: open(alipay, settings.payAlipay), wechat: open(wechat, settings.payWechat) },
    'notary-pay': { alipay: open(alipay, settings.notaryAlipay), wechat: open(wechat, settings.notaryWechat) },
    notary: { info: infoOf(settings) },
    service: { NotarizationService: more.office && settings.notarizationService },
  }
}
