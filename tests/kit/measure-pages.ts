import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const dist = join(import.meta.dirname, '../../dist')
const assets = join(dist, 'assets')
const size = (file: string) => gzipSync(readFileSync(join(assets, file))).length / 1024

/** A file with everything it imports statically, as a browser would fetch it. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = readFileSync(join(assets, file), 'utf8')
  for (const m of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closure(m[1]!, seen)
  return seen
}

const sum = (files: Iterable<string>) => [...files].reduce((n, f) => n + size(f), 0)
const entryFile = (page: string) => /assets\/([\w.-]+\.js)/.exec(readFileSync(join(dist, page), 'utf8'))![1]!
const without = (files: Set<string>, loaded: Set<string>) => new Set([...files].filter((f) => !loaded.has(f)))

/** Routes of the console, and the parts that are loaded where they are opened: on top of that page, or of any. */
const consoleRoutes: Record<string, string[]> = {
  Browse: [],
  EvidenceShow: ['ShareDrawer'],
  WebCaptureForm: [],
  WebCaptureSheet: ['SheetRows'],
  ResourceShow: [],
  AccountSettings: ['PasswordDialog', 'PhoneDialog', 'TotpSetUp', 'TotpChange'],
  ResourcePage: [
    'RecordForm',
    'RegionPicker',
    'LayoutDrawer',
    'ViewForm',
    'ScrolledTable',
    'BulkRun',
    'DayRange',
    'ExportDialog',
    'ImportDrawer',
  ],
}
const anywhere = ['Palette', 'KeySheet', 'SignInAgain']
const siteRoutes = [
  'Login',
  'Registry',
  'Query',
  'SharedCertificate',
  'PhoneCertificate',
  'SharedDigests',
  'SharedFiles',
  'SharedFile',
  'MiniProgramLanding',
  'AddressedFile',
  'AddressedProgress',
  'AppDownload',
  'PhoneCapture',
  'Legal',
  'Docs',
  'Home',
  'News',
  'NewsArticle',
  'Help',
  'Lawyers',
  'Lawyer',
]

export interface Measured {
  kind:
    | 'website, first load'
    | 'website route, all of it'
    | 'console, first load'
    | 'console route'
    | 'console part'
    | 'heavy chunk'
  name: string
  /** Of gzipped JavaScript. */
  kilobytes: number
}

/** What the built pages make a browser load: first, and by route and part what that adds. */
export function measurePages(): Measured[] {
  const files = readdirSync(assets).filter((f) => f.endsWith('.js'))
  const chunk = (name: string) => {
    const found = files.filter((f) => f.replace(/-.{8}\.js$/, '') === name)
    if (found.length !== 1)
      throw new Error(
        `${found.length} chunks are called ${name}: a route or part was renamed, or is no longer loaded by itself`,
      )
    return closure(found[0]!)
  }
  const site = new Set([...closure(entryFile('site.html')), ...chunk('take-over')])
  const shell = closure(entryFile('console.html'))
  const part = (name: string, loaded: Set<string>): Measured => ({
    kind: 'console part',
    name,
    kilobytes: sum(without(chunk(name), loaded)),
  })
  return [
    { kind: 'website, first load', name: '', kilobytes: sum(site) },
    ...siteRoutes.map((name): Measured => ({
      kind: 'website route, all of it',
      name,
      kilobytes: sum(new Set([...chunk(name), ...site])),
    })),
    { kind: 'console, first load', name: '', kilobytes: sum(shell) },
    ...Object.entries(consoleRoutes).flatMap(([name, parts]): Measured[] => {
      const page = new Set([...shell, ...chunk(name)])
      return [{ kind: 'console route', name, kilobytes: sum(without(page, shell)) }, ...parts.map((p) => part(p, page))]
    }),
    ...anywhere.map((name) => part(name, shell)),
    // Loaded for whoever types letters to find a Chinese name, and for whoever writes for the website.
    ...files
      .filter((f) => /^(pinyin-pro|dist|RichTextField)-.*\.js$/.test(f) && size(f) > 100)
      .map((f): Measured => ({ kind: 'heavy chunk', name: f, kilobytes: size(f) })),
  ]
}
