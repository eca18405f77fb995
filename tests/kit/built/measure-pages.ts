import { readBuiltChunks } from './built-chunks.ts'

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

/** Loaded for whoever writes for the website, and for whoever types letters to find a Chinese name. */
const heavy = ['RichTextField.tsx', 'pinyin-pro/dist/esm/index.mjs']

export interface Measured {
  kind:
    | 'website, first load'
    | 'website route, all of it'
    | 'console, first load'
    | 'console route'
    | 'console part'
    | 'console, any part'
    | 'heavy part'
  name: string
  /** Scripts that are fetched. */
  files: number
  /** Of gzipped JavaScript. */
  kilobytes: number
}

/** What the built pages make a browser load: first, and by route and part what that adds. */
export function measurePages(): Measured[] {
  const { entryOf, partOf, partsWithin, before, closure, kilobytes } = readBuiltChunks()
  const measure = (kind: Measured['kind'], name: string, keys: Iterable<string>, loaded?: ReadonlySet<string>) => {
    const added = [...keys].filter((key) => !loaded?.has(key))
    return { kind, name, files: added.length, kilobytes: kilobytes(added) }
  }
  const console = entryOf('console.html')
  const chunk = (name: string) => closure(partOf(name))
  const site = new Set([...closure(entryOf('site.html')), ...chunk('take-over')])
  const shell = closure(console)
  const known = before(console)
  const heavyParts = heavy.map(partOf)
  return [
    measure('website, first load', '', site),
    ...siteRoutes.map((name) => measure('website route, all of it', name, new Set([...chunk(name), ...site]))),
    measure('console, first load', '', shell),
    ...Object.entries(consoleRoutes).flatMap(([name, parts]) => {
      const page = new Set([...shell, ...chunk(name)])
      return [
        measure('console route', name, page, shell),
        ...parts.map((part) => measure('console part', part, chunk(part), page)),
      ]
    }),
    ...anywhere.map((name) => measure('console part', name, chunk(name), shell)),
    ...partsWithin(console).map((part) => {
      const kind = heavyParts.includes(part) ? 'heavy part' : 'console, any part'
      return measure(kind, part, closure(part), known.get(part))
    }),
  ]
}
