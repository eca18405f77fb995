import { FileError, mostBytes } from './caps.ts'
import type { Read } from './cells.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

const startsWith = (bytes: Uint8Array, ...head: number[]) => head.every((b, i) => bytes[i] === b)

/** Reads a sheet by what it holds, whatever its name says. */
export async function readFile(bytes: Uint8Array): Promise<Read> {
  if (bytes.length > mostBytes) throw new FileError('tooBig')
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new FileError('oldExcel')
  if (!startsWith(bytes, 0x50, 0x4b)) return { grid: readCsv(bytes), hidden: 0 }
  try {
    return await readXlsx(bytes)
  } catch (error) {
    throw error instanceof FileError ? error : new FileError('unreadable')
  }
}
