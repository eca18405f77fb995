import { once } from 'node:events'
import { ChromaSubsampling, Transformer } from '@napi-rs/image'
import { withProfile } from '../../kit/files/webp.ts'
import type { DrawnSize, SizesAnswer, SizesTask } from './draw-sizes.ts'

/** How hard the encoder tries, from 1 to 10: beyond this it takes twice as long for a twentieth of the bytes. */
const effort = { speed: 6, threads: 1 } as const
/** Out of 100 each: alike to the eye. */
const quality = { avif: 58, webp: 78 } as const

/**
 * Each width from the next wider one; a format that saves nothing beside what is there is left out. Encoders keep neither turn nor profile: points are
 * turned, and colours of another gamut come as WebP alone, which takes the profile.
 */
async function draw({ bytes, width, turn, profile, widths }: SizesTask): Promise<DrawnSize[]> {
  const drawn: DrawnSize[] = []
  let wider: Uint8Array = turn > 1 ? await new Transformer(bytes).rotate(turn).png() : bytes
  for (const wanted of widths.toSorted((a, b) => b - a)) {
    if (wanted < width) wider = await new Transformer(wider).fastResize({ width: wanted }).png()
    const encoded = await new Transformer(wider).webp(quality.webp)
    const webp = profile ? withProfile(encoded, Buffer.from(profile)) : encoded
    if (webp.length < bytes.length) drawn.push({ width: wanted, mediaType: 'image/webp', bytes: webp })
    if (profile) continue
    const avif = await new Transformer(wider).avif({
      ...effort,
      quality: quality.avif,
      alphaQuality: quality.avif,
      chromaSubsampling: ChromaSubsampling.Yuv420,
    })
    if (avif.length < Math.min(webp.length, bytes.length))
      drawn.push({ width: wanted, mediaType: 'image/avif', bytes: avif })
  }
  return drawn
}

const [task] = (await once(process, 'message')) as [SizesTask]
const tell = (answer: SizesAnswer) => process.send!(answer)
await draw(task).then(
  (sizes) => tell({ sizes }),
  (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) }),
)
