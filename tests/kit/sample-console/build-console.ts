import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildIfStale, root } from '../built/build-once.ts'
import { pageSources, runViteBuild } from '../built/build-pages.ts'
import { gadgetWords, withWords } from './words.ts'

const kept = join(root, '.cache/sample-console')

const declared = [
  'tests/kit/ui/gadgets.resource.tsx',
  'tests/kit/ui/crates.resource.tsx',
  'tests/kit/ui/stock.pages.tsx',
]

/** Where the console lies that has sample resources in it, gadgets and crates, and pages of stock Refine; built where it is stale. */
export function builtSampleConsole(): string {
  const sources = [...pageSources, 'tests/kit/sample-console', 'tests/kit/ui']
  buildIfStale(join(kept, 'built'), sources, buildSampleConsole)
  return join(kept, 'dist')
}

/** The console with a file of each resource, and their words in both languages. Nothing else is told of them. */
function buildSampleConsole() {
  mkdirSync(kept, { recursive: true })
  const copy = mkdtempSync(join(kept, 'copy-'))
  try {
    for (const part of [...pageSources, 'package.json']) cpSync(join(root, part), join(copy, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const file of declared) addDeclared(copy, file)
    for (const [language, words] of Object.entries(gadgetWords)) addWords(copy, language, words)
    writeFileSync(join(copy, 'sample.config.ts'), configOfCopy)
    runViteBuild(copy, '--config', 'sample.config.ts')
    rmSync(join(kept, 'dist'), { recursive: true, force: true })
    renameSync(join(copy, 'dist'), join(kept, 'dist'))
    writeFileSync(join(kept, 'built'), '')
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The project's own configuration with one page in place of all that it builds. */
const configOfCopy = `import { join } from 'node:path'
import project from './vite.config.ts'
const { builder: _, environments: __, ...rest } = project
const input = join(import.meta.dirname, 'src/console.html')
export default { ...rest, build: { ...rest.build, rollupOptions: { ...rest.build.rollupOptions, input } } }
`

function addDeclared(copy: string, file: string) {
  const folder = join(copy, 'src', basename(file).split('.')[0]!)
  mkdirSync(folder)
  writeFileSync(
    join(folder, basename(file)),
    readFileSync(join(root, file), 'utf8')
      .replaceAll("'../../../src/", "'../")
      .replaceAll("'../../../contract/", "'../../contract/"),
  )
}

function addWords(copy: string, language: string, words: Parameters<typeof withWords>[1]) {
  const path = join(copy, `locales/${language}/console.json`)
  const before = JSON.parse(readFileSync(path, 'utf8')) as Record<string, object>
  writeFileSync(path, JSON.stringify(withWords(before, words)))
}
