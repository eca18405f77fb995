import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What a program of ours is run with in a copy: tools of the project, and nothing that this test was told. */
export const bareEnv = {
  PATH: [join(process.execPath, '..'), join(root, 'node_modules/.bin'), process.env['PATH']].join(':'),
  HOME: process.env['HOME'],
  TMPDIR: tmpdir(),
}

/** Files under a folder, by their paths from there. */
async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((e) => (e.isFile() ? [relative(folder, join(e.parentPath, e.name))] : []))
}

/**
 * A copy of parts of the tree, with its packages and pages, for a test that adds something to it. What it adds lies in files
 * `*.txt`, which no tool of ours takes for a part of the tree itself.
 */
export async function copyTree(parts: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'skz-tree-'))
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true })
  for (const part of ['node_modules', 'dist']) await symlink(join(root, part), join(folder, part))
  const path = (name: string) => join(folder, name)
  return {
    folder,
    path,
    read: (name: string) => readFile(path(name), 'utf8'),
    /** Lays the files under a folder into the copy; `rename` says where, if not at the same place. */
    async lay(from: string, rename: (name: string) => string = (name) => name) {
      for (const name of await filesUnder(from))
        await cp(join(from, name), path(rename(name.replace(/\.txt$/, ''))), { recursive: true })
    },
    async edit(name: string, change: (text: string) => string) {
      const before = await readFile(path(name), 'utf8')
      const after = change(before)
      if (after === before) throw new Error(`${name} has nothing of what was to be changed`)
      await writeFile(path(name), after)
    },
    /** What the copy has that the tree has not: files, and in files of both so many lines. */
    async price() {
      const own: string[] = []
      const shared: Record<string, number> = {}
      for (const part of parts.filter((name) => !name.includes('.')))
        for (const name of (await filesUnder(path(part))).map((below) => join(part, below))) {
          const before = await linesOf(join(root, name)).catch(() => undefined)
          const after = await linesOf(path(name))
          if (!before) own.push(name)
          else if (after.join('\n') !== before.join('\n'))
            shared[name] = Math.max(after.length - before.length, after.filter((line) => !before.includes(line)).length)
        }
      return { own, shared }
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  }
}
export type TreeCopy = Awaited<ReturnType<typeof copyTree>>

const linesOf = async (path: string) => (await readFile(path, 'utf8')).split('\n')
