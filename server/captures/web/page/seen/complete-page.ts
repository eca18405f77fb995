import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CapturedFile } from '../../web-capture.ts'
import type { OpenPage } from '../open-page.ts'
import type { Screenshot } from '../screenshot.ts'
import { describePage } from './describe-page.ts'
import { type Found, inspectPage } from './inspect-page.ts'
import { judgePage, type Judged } from './judge-page.ts'
import type { PageWalk } from './see-page.ts'

export interface SeenPage {
  readonly files: readonly CapturedFile[]
  /** Words that were on the screen, in the order in which they were seen. */
  readonly words: readonly string[]
  /** Those of them that no others followed at their place. */
  readonly settled: readonly string[]
  /** Text of the layout that is in the whole-page picture, frames and fields included. */
  readonly standing: string
}

/** Compares what was seen with the picture, follows what scrolls inside, and writes down both. */
export async function completePage(
  open: OpenPage,
  walk: PageWalk,
  screenshot: Screenshot,
  { outDir, mayResize }: { readonly outDir: string; readonly mayResize: boolean },
): Promise<SeenPage> {
  const found = await inspectPage(walk, screenshot, mayResize)
  const judged = judgePage(found)
  open.missing.push(...judged.missing)
  open.notes.push(...judged.notes)
  open.cautions.push(...judged.cautions)
  const seen = await writeSeen(open, found, judged, screenshot, outDir)
  await walk.looker.removeShots()
  return seen
}

async function writeSeen(
  open: OpenPage,
  found: Found,
  judged: Judged,
  screenshot: Screenshot,
  outDir: string,
): Promise<SeenPage> {
  const { map, texts, pictures, words, settled } = await describePage(found, judged, screenshot)
  await mkdir(join(outDir, 'screenshot'), { recursive: true })
  for (const { path, shot } of pictures) await rename(await shot.file, join(outDir, path))
  await writeFile(join(outDir, 'page-map.json'), `${JSON.stringify(map, null, 1)}\n`)
  await writeFile(join(outDir, 'text-seen.jsonl'), texts)
  open.operations.log('seen', { ...map.measure, pictures: pictures.length, areas: map.areas.length })
  return {
    files: [
      ...pictures.map(({ path }) => ({ path, mediaType: 'image/png' })),
      { path: 'page-map.json', mediaType: 'application/json' },
      { path: 'text-seen.jsonl', mediaType: 'application/jsonl' },
    ],
    words,
    settled,
    standing: (found.layouts.at(-1)?.runs ?? []).map(({ text }) => text).join('\n'),
  }
}
