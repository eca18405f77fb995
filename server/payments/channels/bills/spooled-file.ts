import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A bill of a busy year's busiest day stays far below. */
const largest = 1024 ** 3

/** A file that is read twice, first to be judged whole: it waits on the disk so that memory does not grow with it. */
export interface SpooledFile {
  chunks(): AsyncIterable<Buffer>
  remove(): Promise<void>
}

/** Throws `RangeError` for more than a gibibyte, and whatever the source does. */
export async function spoolFile(source: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  const dir = await mkdtemp(join(tmpdir(), 'skz-bill-'))
  const path = join(dir, 'bill')
  const remove = () => rm(dir, { recursive: true, force: true })
  async function* bounded() {
    let size = 0
    for await (const piece of source) {
      if ((size += piece.length) > largest) throw new RangeError('too large')
      yield piece
    }
  }
  try {
    await pipeline(bounded, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    await remove()
    throw error
  }
  return { chunks: () => createReadStream(path), remove }
}

/** Whether reading failed by what was read, and not by the disk that it was read from. */
export const isBadText = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError

/** Lines of a text that comes in pieces; one of more than a mebibyte is none. */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  encoding: 'utf-8' | 'gb18030',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > 1024 * 1024) throw new RangeError('line too long')
    for (const line of lines) yield line.replace(/\r$/, '')
  }
  rest += decoder.decode()
  if (rest) yield rest.replace(/\r$/, '')
}
