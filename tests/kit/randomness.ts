import { createHash, randomInt } from 'node:crypto'
import { seeded } from '../trust/seeded.ts'

/** A seed of this name's own, from the one of the run, which is printed, so that a failure can be repeated with SEED=…. */
export function seedOf(name: string): number {
  const ofRun = Number(process.env['SEED'] ?? randomInt(2 ** 31))
  console.log(`${name}: SEED=${ofRun}`)
  // With one for all, two files of different names would hold the same bytes.
  return createHash('sha256').update(`${ofRun} ${name}`).digest().readUInt32BE(0) >>> 1
}

/** Chances of one seed; what runs at once still interleaves as it likes. */
export function randomness(name: string) {
  const below = seeded(seedOf(name))
  const next = () => below(2 ** 31) / 2 ** 31
  return {
    below,
    chance: (p: number) => next() < p,
    pick: <T>(all: readonly T[]): T => all[below(all.length)]!,
    /** Waits up to so many milliseconds, often not at all. */
    pause: (ms: number) => new Promise<void>((done) => setTimeout(done, next() < 0.5 ? 0 : next() * ms)),
  }
}
export type Randomness = ReturnType<typeof randomness>

/** Whether this is `npm run soak`: everything at full size. */
export const isSoak = process.env['SOAK'] === '1'

/** The size that belongs to `npm test`, or the full one of a soak. */
export const sized = (ci: number, soak: number): number => (isSoak ? soak : ci)
