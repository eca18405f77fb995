/*
 * The turn of a camera, as EXIF says it (tag 0x0112): browsers turn the picture by it. Nothing else of EXIF is read or kept.
 */

const tag = 0x0112
const short = 3
/** More entries than any camera writes. */
const mostEntries = 1_000

/** 1, as it stands, to 8; 1 for whatever cannot be read. */
export function turnOf(exif: Buffer): number {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return 1
  const little = order === 'II*\0'
  const readShort = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const at = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    const entries = Math.min(readShort(at), mostEntries)
    for (let i = 0; i < entries; i++) {
      const entry = at + 2 + i * 12
      if (readShort(entry) !== tag || readShort(entry + 2) !== short) continue
      const turn = readShort(entry + 8)
      return turn >= 1 && turn <= 8 ? turn : 1
    }
  } catch (error) {
    // A place in it leads out of it.
    if (!(error instanceof RangeError)) throw error
  }
  return 1
}

/** EXIF that says this alone. */
export function exifOf(turn: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(tag, 10)
  tiff.writeUInt16BE(short, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(turn, 18)
  return tiff
}

/** From the fifth on, what was the width is the height. */
export const asTurned = <M extends { width: number; height: number }>(measures: M, turn: number): M =>
  turn < 5 ? measures : { ...measures, width: measures.height, height: measures.width }
