/** In CSS pixels; of the window where nothing else is said. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A box that fills a smaller share of the window holds a label, and nothing that is read. */
export const READABLE_SHARE = 0.03

export const areaOf = ({ width, height }: Box): number => width * height

/** The part that two boxes share; without width or height where they share none. */
export function intersect(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : { x, y, width: 0, height: 0 }
}

export const moveBox = (box: Box, x: number, y: number): Box => ({ ...box, x: box.x + x, y: box.y + y })

/** As a record keeps it: whole pixels. */
export const roundBox = ({ x, y, width, height }: Box): Box => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})
