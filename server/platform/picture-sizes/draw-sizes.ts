import { join } from 'node:path'
import { pictureWidths } from '../../../contract/platform/picture-widths.ts'
import { isWide } from '../../kit/files/colour-profile.ts'
import type { Picture } from '../../kit/files/pictures.ts'
import { askApart, EndedApart } from '../../kit/work/apart.ts'

export interface SizesTask {
  bytes: Uint8Array
  /** The picture's own, as it is shown. */
  width: number
  turn: number
  /** The meaning of its colours, where they are not those of sRGB. */
  profile: Uint8Array | undefined
  widths: number[]
}
export interface DrawnSize {
  width: number
  mediaType: 'image/avif' | 'image/webp'
  bytes: Uint8Array
}
export type SizesAnswer = { sizes: DrawnSize[] } | { error: string }

/** The decoder cannot make a picture of it, or needed more than it may. */
export class UndrawableError extends Error {}

/** 30 million pixels are 120 MB, and twice that while they are made smaller. */
const bounds = { heap: 128, memory: 900, milliseconds: 90_000 }

/** Widths in which a picture is kept: those below its own, and its own where no greater one is asked for. */
const widthsOf = (width: number): number[] => [
  ...pictureWidths.filter((some) => some < width),
  ...(width <= pictureWidths.at(-1)! ? [width] : []),
]

/** Smaller pictures of one that somebody sent, whose bounds were judged; it is decoded in a process of its own. */
export async function drawSizes(
  bytes: Uint8Array,
  { width, turn, profile }: Pick<Picture, 'width' | 'turn' | 'profile'>,
): Promise<DrawnSize[]> {
  const task: SizesTask = {
    bytes,
    width,
    turn,
    profile: profile && isWide(profile) ? profile : undefined,
    widths: widthsOf(width),
  }
  const answer = await askApart<SizesAnswer>(join(import.meta.dirname, 'picture-worker.ts'), task, bounds).catch(
    (error: unknown) => {
      throw error instanceof EndedApart ? new UndrawableError(error.message) : error
    },
  )
  if ('error' in answer) throw new UndrawableError(answer.error)
  return answer.sizes
}
