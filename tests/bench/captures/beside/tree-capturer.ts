import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Capturer } from './capturer.ts'
import { watchProgram } from './watch-program.ts'

interface Told {
  readonly missing: readonly string[]
  readonly milliseconds: number
}

const runner = join(import.meta.dirname, 'run-capture.ts')
const settings = () => ({ CHROMIUM_PATH: process.env['CHROMIUM_PATH'] })

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.filter((e) => e.isFile()).map(async (e) => (await stat(join(e.parentPath, e.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Captures as the project does whose root is named. `data`: a folder for its database and keys. */
export const treeCapturer = (name: string, root: string, data: string): Capturer => ({
  name,
  async capture(url, folder) {
    const use = await watchProgram([runner, root, url, folder], settings())
    if (use.code !== 0) return { ...use, bytes: null }
    const told = JSON.parse(await readFile(join(folder, 'told.json'), 'utf8')) as Told
    return {
      ...use,
      bytes: await bytesIn(join(folder, 'files')),
      ownMilliseconds: told.milliseconds,
      missing: told.missing,
    }
  },
  async packageBytes(url, folder) {
    const args = [url, '--out', folder, '--lang', 'en', '--allow-private', '127.0.0.0/8']
    await watchProgram([join(root, 'server/bin/capture.ts'), ...args], { ...settings(), SHIMAKAZE_DATA: data })
    const found = (await readdir(folder).catch(() => [])).find((file) => !file.endsWith('.pdf'))
    return found === undefined ? null : (await stat(join(folder, found))).size
  },
})
