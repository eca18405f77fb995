import { concat, utf8 } from '../../proof/bytes.ts'
import { readBlob } from '../../proof/hash.ts'
import { readZip } from '../../proof/formats/zip.ts'

export type Entry = readonly [path: string, bytes: Uint8Array]

function header(signature: number, length: number, fields: [at: number, size: 2 | 4, value: number][]) {
  const bytes = new DataView(new ArrayBuffer(length))
  bytes.setUint32(0, signature, true)
  for (const [at, size, value] of fields) {
    if (size === 2) bytes.setUint16(at, value, true)
    else bytes.setUint32(at, value, true)
  }
  return new Uint8Array(bytes.buffer)
}

/** A stored ZIP that, unlike the product's writer, lets a test say anything: repeated names, wandering paths, odd orders. */
export function buildZip(entries: Entry[]): Uint8Array<ArrayBuffer> {
  const local: Uint8Array[] = []
  const central: Uint8Array[] = []
  let offset = 0
  for (const [path, data] of entries) {
    const name = utf8(path)
    const one = concat(
      header(0x04034b50, 30, [
        [6, 2, 0x800],
        [18, 4, data.length],
        [22, 4, data.length],
        [26, 2, name.length],
      ]),
      name,
      data,
    )
    central.push(
      header(0x02014b50, 46, [
        [8, 2, 0x800],
        [20, 4, data.length],
        [24, 4, data.length],
        [28, 2, name.length],
        [42, 4, offset],
      ]),
      name,
    )
    local.push(one)
    offset += one.length
  }
  const directory = concat(...central)
  const count = entries.length
  const end = header(0x06054b50, 22, [
    [8, 2, count],
    [10, 2, count],
    [12, 4, directory.length],
    [16, 4, offset],
  ])
  return concat(...local, directory, end)
}

export async function entriesOf(zip: Uint8Array): Promise<Entry[]> {
  const listed = await readZip(new Blob([new Uint8Array(zip)]))
  return Promise.all(listed.map(async ({ path, data }) => [path, await readBlob(data)] as const))
}

export const replaced = (entries: Entry[], path: string, bytes: Uint8Array): Entry[] =>
  entries.map((e) => (e[0] === path ? [path, bytes] : e))
