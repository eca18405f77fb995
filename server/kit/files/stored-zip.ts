import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** What goes into an archive as it is; its bytes are asked for when its turn has come. */
export interface StoredEntry {
  path: string
  size: number
  open(): Readable
}

/** An archive that is written while it is sent: nothing of it is stored. */
export interface StoredZip {
  size: number
  open(): Readable
}

type Give = (entry: StoredEntry, give: (bytes: Readable) => void) => void

const plainEnd = { forceZip64Format: false, comment: '' }
const options = { compress: false, mtime: new Date(0), mode: 0o100644, forceDosTimestamp: true }

function filled(entries: readonly StoredEntry[], give: Give): ZipFile {
  const zip = new ZipFile()
  for (const entry of entries)
    zip.addReadStreamLazy(entry.path, { ...options, size: entry.size }, (take) =>
      give(entry, (bytes) => take(null, bytes)),
    )
  return zip
}

/** Every entry is stored as it is, so the archive's length is known and no byte is asked for. */
export async function storedZip(entries: readonly StoredEntry[]): Promise<StoredZip> {
  const size = await new Promise<number>((known, failed) => {
    filled(entries, () => {}).end(plainEnd, ((size: number) =>
      size < 0 ? failed(new Error('the size of an archive must be known')) : known(size)) as () => void)
  })
  return { size, open: () => stream(entries) }
}

function stream(entries: readonly StoredEntry[]): Readable {
  const out = new PassThrough()
  let current: Readable | undefined
  const zip = filled(entries, (entry, give) => {
    current = entry.open()
    // Bytes that cannot be read break the download off; a short archive must not look whole.
    current.on('error', (error: Error) => out.destroy(error))
    give(current)
  })
  zip.on('error', (error: Error) => out.destroy(error))
  // Whoever goes away in the middle leaves no file open.
  out.once('close', () => current?.destroy())
  zip.end(plainEnd)
  zip.outputStream.pipe(out)
  return out
}
