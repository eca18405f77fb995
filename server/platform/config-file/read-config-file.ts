import type { UploadedFile } from '../../../contract/kit/call.ts'
import { type FieldProblem, pathInWords, problemsOf } from '../../../contract/kit/issues.ts'
import { configFormat, isPictureName, type PictureName, settingNames } from '../../../contract/platform/config-file.ts'
import { pictureFields, SettingsBody } from '../../../contract/platform/settings.ts'
import { unstorableIn } from '../../kit/calls/unstorable.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import { bytesOfDataUrl } from '../../kit/files/data-url.ts'
import { type JudgedFile, judgePicture } from '../files.service.ts'

type Members = Record<string, unknown>

/** What a file says: settings that it names, and pictures that it brings or takes away. */
export interface ReadConfig {
  settings: Members
  pictures: Map<PictureName, JudgedFile | null>
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a file whole, and names everything in it that cannot be taken. */
export function readConfigFile(file: UploadedFile | undefined): ReadConfig {
  if (!file) throw badFields({ path: 'file', key: 'required' })
  const whole = parsed(file.bytes)
  const problems: FieldProblem[] = [...unknownIn(whole, ['format', 'settings'], 'file')]
  if (whole['format'] !== configFormat)
    throw badFields({ path: 'format', key: 'configFormat', params: { format: configFormat } }, ...problems)
  const settings = whole['settings']
  if (!isMembers(settings))
    throw badFields({ path: 'settings', key: settings === undefined ? 'required' : 'wrongType' })
  problems.push(...unknownIn(settings, settingNames, 'settings'))
  const pictures = readPictures(settings, problems)
  const plain = Object.fromEntries(Object.entries(settings).filter(([name]) => isKnown(name) && !isPictureName(name)))
  problems.push(...unstorableIn(plain), ...judged(plain))
  if (problems.length) throw new AppError('bad-parameter', {}, problems)
  return { settings: plain, pictures }
}

function parsed(bytes: Uint8Array): Members {
  const whole = readJson(bytes)
  if (!isMembers(whole)) throw badFields({ path: 'file', key: 'configUnreadable' })
  return whole
}

function readJson(bytes: Uint8Array): unknown {
  try {
    // Leaves a mark of byte order out, as editors may write one.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const isKnown = (name: string) => (settingNames as readonly string[]).includes(name)

/** Names that stand in a file and mean nothing; as many as one reads. */
function unknownIn(members: Members, known: readonly string[], path: string): FieldProblem[] {
  const strange = Object.keys(members).filter((name) => !known.includes(name))
  if (!strange.length) return []
  const keys = strange.slice(0, 10).map((name) => pathInWords([name]))
  return [{ path, key: 'unknownField', params: { keys: [...new Set(keys)].join(', ') } }]
}

/** Of what the file names alone: what it leaves out stays as it is. */
function judged(plain: Members): FieldProblem[] {
  const result = SettingsBody.safeParse(plain)
  if (result.success) return []
  return problemsOf(result.error).filter(({ path }) => Object.hasOwn(plain, path.split('.')[0]!))
}

function readPictures(settings: Members, problems: FieldProblem[]): Map<PictureName, JudgedFile | null> {
  const found = new Map<PictureName, JudgedFile | null>()
  for (const name of pictureFields) {
    if (!Object.hasOwn(settings, name)) continue
    const given = settings[name]
    if (given === null) found.set(name, null)
    else
      try {
        found.set(name, readPicture(name, given))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        problems.push(...error.fields)
      }
  }
  return found
}

function readPicture(name: PictureName, given: unknown): JudgedFile {
  if (!isMembers(given)) throw badFields({ path: name, key: 'wrongType' })
  const strange = unknownIn(given, ['mediaType', 'base64'], name)
  if (strange.length) throw badFields(...strange)
  const { mediaType, base64 } = given
  if (typeof mediaType !== 'string' || typeof base64 !== 'string') throw badFields({ path: name, key: 'wrongType' })
  const bytes = bytesOfDataUrl(`data:${mediaType};base64,${base64}`)
  if (!bytes) throw badFields({ path: name, key: 'pictureKind' })
  const picture = judgePicture('platform', bytes, name)
  if (picture.mediaType !== mediaType) throw badFields({ path: name, key: 'pictureKind' })
  return picture
}
