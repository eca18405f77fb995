import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../server/app/read-config.ts'
import { ConfigError } from '../../server/kit/settings/config.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'examples/README.md'].concat(
  globSync('docs/*.md', { cwd: root }),
)

/** A code span that begins with one of these folders, or is one of these files, names a path of this repository. */
const sourceFolders = ['contract', 'server', 'proof', 'src', 'dataProvider', 'locales', 'tests']
const roots = sourceFolders.concat('docs', 'examples', 'container', '.github', '.ci')
const rootFiles =
  '.dockerignore .npmrc compose.yaml Dockerfile knip.json package.json package-lock.json tsconfig.json vite.config.ts'.split(
    ' ',
  )

/** Files that are named and are not in this repository, each with its reason. */
const notHere = new Set([
  // Sources of facts in docs/third-party.md: files of the vendors' own repositories.
  'src/alipay.ts',
  'src/util.ts',
  'src/antcertutil.ts',
  'src/cn/',
  'src/lib/isIdentityCard.js',
  'docs/Member.md',
  'ocr_models.d.ts',
  // The verifier that a build writes and the service hands out.
  'verify.mjs',
])

/** `<domain>` stands for any one name, `*` as in a glob, `NNNN` for a number; a trailing slash is a folder. */
const globOf = (path: string) => path.replaceAll(/<[^>]+>|NNNN/g, '*').replace(/\/$/, '')

const isPath = (word: string) => rootFiles.includes(word) || roots.some((name) => word.startsWith(`${name}/`))
/** A source file that is named without its folder: it must be somewhere. */
const isFileName = (word: string) => /^[\w-]+(\.[\w-]+)*\.(tsx?|mjs|sql)$/.test(word)
const sources = `{${roots.join(',')}}/**/`

const exists = (word: string) =>
  globSync(isPath(word) ? globOf(word) : sources + word, { cwd: root, exclude: ['**/node_modules'] }).length > 0

const withoutBlocks = (text: string) => text.replaceAll(/```[^]*?```/g, '')

function linksOf(document: string): string[] {
  const targets = [...withoutBlocks(read(document)).matchAll(/\]\(([^)\s]+)\)/g)].map((m) => m[1]!)
  return targets.filter((target) => !/^(https?|mailto):/.test(target))
}

function pathsOf(document: string): string[] {
  const spans = [...withoutBlocks(read(document)).matchAll(/`([^`\n]+)`/g)].map((m) => m[1]!)
  const words = spans.flatMap((span) => span.split(/\s+/)).map((word) => word.replace(/[:,;]$/, ''))
  return words.filter((word) => (isPath(word) || isFileName(word)) && !notHere.has(word))
}

/** As hosts of repositories make anchors of headings: lower case, no punctuation, hyphens for spaces. */
const anchorsOf = (document: string) =>
  [...withoutBlocks(read(document)).matchAll(/^#+ (.+)$/gm)].map((m) =>
    m[1]!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

describe.each(documents)('%s', (document) => {
  it('links to files and headings that exist', () => {
    for (const target of linksOf(document)) {
      const [file, anchor] = target.split('#') as [string, string | undefined]
      const path = file ? join(dirname(document), file) : document
      expect({ target, exists: existsSync(join(root, path)) }).toEqual({ target, exists: true })
      if (anchor)
        expect({ target, headings: anchorsOf(path) }).toEqual({ target, headings: expect.arrayContaining([anchor]) })
    }
  })

  it('names paths that exist', () => expect(pathsOf(document).filter((path) => !exists(path))).toEqual([]))

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = [...read(document).matchAll(/npm (?:run (?:-s )?)([\w:-]+)/g)].map((m) => m[1]!)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })
})

describe('README.md', () => {
  it('is read in a few minutes', () => expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150))
})

describe('docs/operations.md', () => {
  // The server names its settings where it refuses one that it does not know.
  function known(): string[] {
    try {
      readConfig({ SHIMAKAZE_NO_SETTING: '' })
    } catch (error) {
      if (error instanceof ConfigError) return error.message.split('Known: ')[1]!.split(', ')
    }
    throw new Error('the server takes a setting that does not exist')
  }

  /** The first column of the table; `, _REGION` continues the name before it up to its last part. */
  function documented(): string[] {
    const table = /^## Settings\n([^]*?)^## /m.exec(read('docs/operations.md'))![1]!
    const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map((m) => m[1]!)
    return cells.flatMap((cell) => {
      const names = [...cell.matchAll(/`(\w+)`/g)].map((m) => m[1]!)
      const family = names[0]!.slice(0, names[0]!.lastIndexOf('_'))
      return names.map((name) => (name.startsWith('_') ? family + name : name))
    })
  }

  it('has each setting of the server in its table, and no other', () => {
    expect(documented().sort()).toEqual(known().sort())
  })

  it('is where settings are explained: every document names only settings that exist', () => {
    for (const document of documents) {
      const named = [...read(document).matchAll(/\bSHIMAKAZE_(?!TEST_)[A-Z0-9]+(?:_[A-Z0-9]+)*\b(?!_?\*)/g)].map(
        (m) => m[0],
      )
      expect({ document, unknown: named.filter((name) => !known().includes(name)) }).toEqual({ document, unknown: [] })
    }
  })
})
