import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const CODE_POINTS = 0x11_0000

/** Which code points some installed font has. */
export class SignSet {
  readonly #words = new Uint32Array(CODE_POINTS / 32)

  add(first: number, last = first): void {
    for (let point = first; point <= last && point < CODE_POINTS; point++)
      this.#words[point >>> 5]! |= 1 << (point & 31)
  }

  has(point: number): boolean {
    return (this.#words[point >>> 5]! & (1 << (point & 31))) !== 0
  }
}

/** Chromium draws with these alone, whatever else fontconfig lists. */
const DRAWN_FROM = /\.(ttf|otf|ttc|otc)$/i

/** The union of all fonts of a list whose lines are a file, a tab and ranges of hexadecimal code points. */
export function parseSigns(list: string): SignSet {
  const signs = new SignSet()
  // Faces of one collection, and weights of one family, have the same ranges.
  const known = new Set<string>()
  for (const line of list.split('\n')) {
    const [file = '', ranges = ''] = line.split('\t', 2)
    if (!DRAWN_FROM.test(file) || known.has(ranges)) continue
    known.add(ranges)
    for (const range of ranges.split(' ')) {
      const [first = Number.NaN, last = first] = range.split('-').map((point) => Number.parseInt(point, 16))
      if (first >= 0 && last >= first) signs.add(first, last)
    }
  }
  return signs
}

const read = new Map<string, Promise<SignSet | null>>()

/** Code points that fonts of a configuration have, asked for once per process; null where nobody can be asked. */
export function readSigns(configFile: string): Promise<SignSet | null> {
  const known = read.get(configFile)
  if (known) return known
  const asked = askFontconfig(configFile)
  read.set(configFile, asked)
  return asked
}

async function askFontconfig(configFile: string): Promise<SignSet | null> {
  try {
    const { stdout } = await run('fc-list', ['--format', '%{file}\t%{charset}\n'], {
      env: { ...process.env, FONTCONFIG_FILE: configFile },
      timeout: 10_000,
      maxBuffer: 64 * 1024 * 1024,
    })
    return stdout === '' ? null : parseSigns(stdout)
  } catch {
    return null
  }
}
