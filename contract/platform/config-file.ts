import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { Id, wireInt } from '../kit/fields.ts'
import { pictureFields, type SettingsBody, SettingsBody as Body } from './settings.ts'

/** What the first member of such a file says. */
export const configFormat = 'shimakaze-platform/1'
/** The most that a file may weigh: four pictures, and room for how they are written. */
export const mostConfigBytes = 20 * 1024 * 1024

type SettingName = keyof SettingsBody
export const settingNames = Object.keys(Body.shape) as [SettingName, ...SettingName[]]
export type PictureName = (typeof pictureFields)[number]
export const isPictureName = (name: string): name is PictureName => (pictureFields as readonly string[]).includes(name)

/** A picture as the file holds it. */
export interface PictureInFile {
  mediaType: string
  base64: string
}

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** What saving the file would change. Of pictures: the id of the one there now, and whether another takes its place. */
const SettingChange = z.union([
  z.object({ field: z.enum(settingNames), now: Value, given: Value }),
  z.object({ field: z.enum(pictureFields), picture: z.object({ now: Id.nullable(), given: z.boolean() }) }),
])
export type SettingChange = z.output<typeof SettingChange>

const manage = { own: true, right: 'platform.manage' } as const
const upload = { upload: { maxBytes: mostConfigBytes } } as const

/** A platform's settings as one file, to keep or to take to another installation. Nothing secret is among them. */
export const configFileCalls = {
  download: defineCall({
    method: 'GET',
    path: 'operator/platform/file',
    kind: 'bytes',
    rate: 'read',
    idempotent: true,
    ...manage,
  }),
  /** Compares a file with what stands; nothing is saved by it. */
  check: defineCall({
    method: 'POST',
    path: 'operator/platform/file/check',
    body: z.object({}),
    ...upload,
    reply: z.object({ version: z.int(), changes: z.array(SettingChange) }),
    rate: 'write',
    idempotent: true,
    ...manage,
  }),
  /** Saves a file over the version that it was compared with; refused as a conflict over another. */
  save: defineCall({
    method: 'POST',
    path: 'operator/platform/file',
    body: z.object({ version: wireInt(0, 1_000_000_000) }),
    ...upload,
    /** `waits`: as where settings are saved. */
    reply: z.object({ version: z.int(), waits: z.boolean() }),
    rate: 'write',
    idempotent: true,
    ...manage,
  }),
}
