import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { cacheFolder } from './cache-folder.ts'

const run = promisify(execFile)

/** Type that a browser draws with. */
export interface FontSetup {
  /** The fonts whose Chinese glyphs come first: the machine's own, or those of a package. */
  readonly source: 'system' | 'packaged'
  /** Value for FONTCONFIG_FILE. */
  readonly configFile: string
}

const HANGUL = 'nanum-gothic/400Regular/NanumGothic_400Regular.ttf'
/** Chromium takes no WOFF from fontconfig. */
const FACES = [
  'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  'noto-sans-sc/700Bold/NotoSansSC_700Bold.ttf',
  'noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
  HANGUL,
  'noto-serif-tibetan/400Regular/NotoSerifTibetan_400Regular.ttf',
  'noto-naskh-arabic/400Regular/NotoNaskhArabic_400Regular.ttf',
  'noto-sans-mongolian/400Regular/NotoSansMongolian_400Regular.ttf',
  'noto-sans-yi/400Regular/NotoSansYi_400Regular.ttf',
  'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
  'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
]

/** A line of one of fontconfig's programs; empty where it is not there. */
async function ask(program: 'fc-list' | 'fc-match', ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(program, args, { timeout: 10_000 })
    return stdout.trim()
  } catch {
    return ''
  }
}

async function copyFaces(folder: string): Promise<void> {
  const require = createRequire(import.meta.url)
  for (const face of FACES) {
    const target = join(folder, basename(face))
    const source = require.resolve(`@expo-google-fonts/${face}`)
    const [have, want] = [await stat(target).catch(() => null), await stat(source)]
    if (have?.size === want.size) continue
    const draft = `${target}.${randomUUID()}`
    await copyFile(source, draft)
    await rename(draft, target)
  }
}

interface Machine {
  /** Family of its own in which Chinese is set; null where it has none. */
  readonly chinese: string | null
  readonly korean: boolean
}

const PACKAGED = 'Noto Sans SC'

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Fonts with Latin and pictures in black come behind Chinese, as in a browser with a window: its emoji are in colour. */
const first = (generic: string, family: string): string =>
  `<match target="pattern"><test name="family"><string>${generic}</string></test><edit name="family" mode="prepend" binding="strong"><string>${family}</string></edit></match>`

const isNot = (generic: string): string =>
  `<test qual="all" name="family" compare="not_eq"><string>${generic}</string></test>`

/** In place of a font that nobody has: else any face may be taken, one without Chinese too. */
const instead = (family: string): string =>
  `<match target="pattern">${['sans-serif', 'serif', 'monospace'].map(isNot).join('')}<edit name="family" mode="append_last"><string>${family}</string></edit></match>`

const prefer = (generic: string): string =>
  `<alias><family>${generic}</family><prefer><family>${PACKAGED}</family></prefer></alias>`

/** A machine's own Chinese stays first where it has some, and so does its own Korean: fontconfig would take the narrower face. */
function writeConfig(fonts: string, machine: Machine | null): string {
  const chinese = escapeXml(machine?.chinese ?? PACKAGED)
  const lines = [
    first('sans-serif', chinese),
    first('system-ui', chinese),
    instead(chinese),
    ...(machine ? ['<include ignore_missing="yes">/etc/fonts/fonts.conf</include>'] : []),
    `<dir>${fonts}</dir>`,
    '<cachedir prefix="xdg">fontconfig</cachedir>',
    ...(machine?.korean
      ? [`<selectfont><rejectfont><glob>${join(fonts, basename(HANGUL))}</glob></rejectfont></selectfont>`]
      : []),
    ...(machine?.chinese ? [] : [prefer('serif'), prefer('monospace')]),
  ]
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  ${lines.join('\n  ')}
</fontconfig>
`
}

async function setUp(machine: Machine | null): Promise<FontSetup> {
  const folder = join(await cacheFolder(), 'fonts')
  await mkdir(folder, { recursive: true, mode: 0o755 })
  await copyFaces(folder)
  const configFile = join(folder, machine ? 'with-system.conf' : 'alone.conf')
  // Captures begin beside each other, in one process too.
  const draft = `${configFile}.${randomUUID()}`
  await writeFile(draft, writeConfig(folder, machine))
  await rename(draft, configFile)
  return { source: machine?.chinese ? 'system' : 'packaged', configFile }
}

/** Packaged fonts alone, as on a machine that has none. */
export const packagedFonts = (): Promise<FontSetup> => setUp(null)

let machine: Promise<Machine> | undefined

async function readMachine(): Promise<Machine> {
  const [chinese, korean] = await Promise.all([
    ask('fc-list', ':lang=zh-cn', 'file'),
    ask('fc-list', ':lang=ko', 'file'),
  ])
  const family = chinese && (await ask('fc-match', '--format', '%{family[0]}', 'sans-serif:lang=zh-cn'))
  return { chinese: family || null, korean: korean !== '' }
}

/** The machine's own fonts, asked for once per process, with the packaged ones beside them. */
export async function chooseFonts(): Promise<FontSetup> {
  machine ??= readMachine()
  return setUp(await machine)
}

/** Signs of each script whose glyphs must all differ from the one drawn for "no such glyph". */
const PROBES: Readonly<Record<string, readonly string[]>> = {
  hans: ['证'],
  hant: ['據'],
  'han-b': ['𠮷', '𪚥'],
  kana: ['あ'],
  hangul: ['한', '힣'],
  latin: ['g'],
  tibetan: ['བ', 'ཡ'],
  arabic: ['ع'],
  uighur: ['ۇ', 'ې', 'ڭ'],
  mongolian: ['ᠮ', 'ᠣ'],
  yi: ['ꆈ', 'ꌠ'],
  thai: ['ก'],
  devanagari: ['ह'],
  emoji: ['😀', '🧾', '🇨🇳'],
}

/**
 * A page function that draws each probe and compares its ink with that of as many code points that no font has;
 * an empty drawing counts as missing too, because absent glyphs may leave nothing at all.
 */
export const coverageProbe = `(() => {
  const ink = (text) => {
    const canvas = new OffscreenCanvas(96, 48)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.font = '32px sans-serif'
    context.fillText(text, 4, 36)
    return Array.from(context.getImageData(0, 0, 96, 48).data).join()
  }
  const empty = ink(' ')
  const isDrawn = (text) => {
    const drawn = ink(text)
    return drawn !== ink('\\u{10fffd}'.repeat([...text].length)) && drawn !== empty
  }
  return Object.fromEntries(
    Object.entries(${JSON.stringify(PROBES)}).map(([script, signs]) => [script, signs.every(isDrawn)]))
})()`
