import { execFile } from 'node:child_process'
import { copyFile, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './cache-folder.ts'

const run = promisify(execFile)

/** Where the browser takes Chinese glyphs from. */
export interface FontSetup {
  readonly source: 'system' | 'packaged'
  /** Value for FONTCONFIG_FILE, or null when the machine's own configuration serves. */
  readonly configFile: string | null
}

const FACES = ['400Regular/NotoSansSC_400Regular.ttf', '700Bold/NotoSansSC_700Bold.ttf']

async function systemHasChinese(): Promise<boolean> {
  try {
    const { stdout } = await run('fc-list', [':lang=zh-cn', 'file'], { timeout: 10_000 })
    return stdout.trim() !== ''
  } catch {
    return false
  }
}

async function copyFaces(folder: string): Promise<void> {
  const require = createRequire(import.meta.url)
  for (const face of FACES) {
    const target = join(folder, face.split('/')[1] ?? face)
    const source = require.resolve(`@expo-google-fonts/noto-sans-sc/${face}`)
    const [have, want] = [await stat(target).catch(() => null), await stat(source)]
    if (have?.size === want.size) continue
    const draft = `${target}.${process.pid}`
    await copyFile(source, draft)
    await rename(draft, target)
  }
}

const config = (fonts: string, withSystem: boolean): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  ${withSystem ? '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>' : ''}
  <dir>${fonts}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  ${['sans-serif', 'serif', 'monospace', 'system-ui']
    .map((family) => `<alias><family>${family}</family><prefer><family>Noto Sans SC</family></prefer></alias>`)
    .join('\n  ')}
</fontconfig>
`

/** The packaged Chinese fonts beside the machine's own, or alone. */
export async function packagedFonts(withSystem: boolean): Promise<FontSetup> {
  const folder = join(await cacheFolder(), 'fonts')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await copyFaces(folder)
  const configFile = join(folder, withSystem ? 'with-system.conf' : 'alone.conf')
  await writeFile(`${configFile}.${process.pid}`, config(folder, withSystem))
  await rename(`${configFile}.${process.pid}`, configFile)
  return { source: 'packaged', configFile }
}

let system: Promise<boolean> | undefined

/** The machine's Chinese fonts where there are any, else the packaged ones; asked once per process. */
export async function chooseFonts(): Promise<FontSetup> {
  system ??= systemHasChinese()
  return (await system) ? { source: 'system', configFile: null } : packagedFonts(true)
}

/** One character per script whose glyph must differ from the one drawn for "no such glyph". */
const PROBES: Readonly<Record<string, string>> = {
  hans: '证',
  hant: '據',
  kana: 'あ',
  hangul: '한',
  latin: 'g',
  emoji: '😀',
}

/**
 * A page function that draws each probe and compares its ink with that of a code point no font has;
 * an empty drawing counts as missing too, because absent glyphs may leave nothing at all.
 */
export const coverageProbe = `(() => {
  const ink = (text) => {
    const canvas = new OffscreenCanvas(48, 48)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.font = '32px sans-serif'
    context.fillText(text, 4, 36)
    return Array.from(context.getImageData(0, 0, 48, 48).data).join()
  }
  const absent = ink('\\u{10fffd}'), empty = ink(' ')
  return Object.fromEntries(Object.entries(${JSON.stringify(PROBES)}).map(([script, text]) => {
    const drawn = ink(text)
    return [script, drawn !== absent && drawn !== empty]
  }))
})()`
