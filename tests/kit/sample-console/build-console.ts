import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { gadgetWords, withWords } from './words.ts'

const root = join(import.meta.dirname, '../../..')

/** Builds the console with two sample resources in it, gadgets and crates: a file of each, and their words in both languages. Nothing else is told of them. */
export async function buildConsoleWithGadgets(): Promise<{ dist: string; remove(): Promise<void> }> {
  const copy = await mkdtemp(join(tmpdir(), 'skz-console-'))
  for (const part of ['src', 'contract', 'dataProvider', 'locales', 'proof', 'vite.config.ts', 'package.json'])
    await cp(join(root, part), join(copy, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const name of ['gadgets', 'crates']) {
    await mkdir(join(copy, 'src', name))
    const file = await readFile(join(root, `tests/kit/ui/${name}.resource.tsx`), 'utf8')
    await writeFile(
      join(copy, `src/${name}/${name}.resource.tsx`),
      file.replaceAll("'../../../src/", "'../").replaceAll("'../../../contract/", "'../../contract/"),
    )
  }
  for (const [language, words] of Object.entries(gadgetWords)) {
    const path = join(copy, `locales/${language}/console.json`)
    const before = JSON.parse(await readFile(path, 'utf8')) as Record<string, object>
    const after = withWords(before, words)
    await writeFile(path, JSON.stringify(after))
  }
  // Vitest marks its processes; the configuration would take this for a test run.
  const { VITEST } = process.env
  delete process.env['VITEST']
  try {
    await build({
      root: join(copy, 'src'),
      configFile: join(copy, 'vite.config.ts'),
      logLevel: 'error',
      build: { rollupOptions: { input: join(copy, 'src/console.html') } },
    })
  } finally {
    process.env['VITEST'] = VITEST
  }
  return { dist: join(copy, 'dist'), remove: () => rm(copy, { recursive: true, force: true }) }
}
