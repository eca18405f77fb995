import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { cacheFolder } from './cache-folder.ts'
import { EngineError } from '../engine-error.ts'

const inflate = promisify(brotliDecompress)
const exists = async (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** A browser of the npm package, ready to start, with the libraries it brought along. */
export interface UnpackedBrowser {
  readonly executable: string
  readonly libraries: string
  readonly version: string
}

const field = (header: Buffer, from: number, size: number): string =>
  header.toString('utf8', from, from + size).split('\0', 1)[0] ?? ''

/** Plain files and symbolic links of a tar archive; nothing may leave the target folder. */
async function untar(archive: Buffer, target: string): Promise<void> {
  for (let at = 0; at + 512 <= archive.length;) {
    const header = archive.subarray(at, at + 512)
    const name = normalize(field(header, 0, 100))
    if (name === '.' && header[0] === 0) break
    const size = Number.parseInt(field(header, 124, 12).trim() || '0', 8)
    const kind = String.fromCharCode(header[156] ?? 48)
    const path = join(target, name)
    if (path !== target && !path.startsWith(`${target}/`))
      throw new EngineError('browser-missing', 'archive leaves its folder')
    await mkdir(kind === '5' ? path : dirname(path), { recursive: true })
    const content = archive.subarray(at + 512, at + 512 + size)
    if (kind === '0' || kind === '\0') await writeFile(path, content, { mode: 0o755 })
    if (kind === '2') await symlink(basename(field(header, 157, 100)), path)
    at += 512 + Math.ceil(size / 512) * 512
  }
}

async function unpackInto(target: string, bin: string): Promise<void> {
  await writeFile(join(target, 'chromium'), await inflate(await readFile(join(bin, 'chromium.br'))), { mode: 0o755 })
  await untar(await inflate(await readFile(join(bin, 'swiftshader.tar.br'))), target)
  await untar(await inflate(await readFile(join(bin, 'al2023.tar.br'))), target)
}

/** Unpacks the packaged browser once per version; several processes may try at the same time. */
export async function unpackBrowser(): Promise<UnpackedBrowser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new EngineError('browser-missing', `no packaged browser for ${process.platform} ${process.arch}`)
  }
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin')
  const { version } = JSON.parse(await readFile(join(bin, '..', 'package.json'), 'utf8')) as { version: string }
  const cache = await cacheFolder()
  const ready = join(cache, `chromium-${version}`)
  if (!(await exists(ready))) {
    const draft = await mkdtemp(join(cache, 'unpacking-'))
    try {
      await unpackInto(draft, bin)
      await chmod(draft, 0o755)
      // The first to rename wins; the loser's copy is the same and goes away.
      await rename(draft, ready).catch(async (error: NodeJS.ErrnoException) => {
        if (!(await exists(ready))) throw error
      })
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  }
  return { executable: join(ready, 'chromium'), libraries: join(ready, 'lib'), version }
}
