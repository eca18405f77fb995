import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Capturer } from './beside/capturer.ts'
import { countMoved } from './beside/moved.ts'
import { linesOf, type Row, type Taken } from './beside/lines.ts'
import { type BenchPage, startBenchSite } from './beside/site.ts'
import { singleFile } from './beside/single-file.ts'
import { treeCapturer } from './beside/tree-capturer.ts'

const root = join(import.meta.dirname, '../../..')

/** `--against=/path/of/another/tree`, `--rounds=3`, `--page=album` (all of them unless named). */
function readWish() {
  const { values } = parseArgs({
    strict: false,
    options: { against: { type: 'string' }, rounds: { type: 'string' }, page: { type: 'string', multiple: true } },
  })
  return {
    against: typeof values.against === 'string' ? resolve(values.against) : undefined,
    rounds: Math.max(1, Math.floor(Number(values.rounds ?? 3)) || 3),
    named: (values.page ?? []) as string[],
  }
}

/** Captures of this tree, of another one where it is named, and of single-file-cli, in turns and each in a process and a browser of its own. */
export async function benchBeside(dir: string) {
  const { against, rounds, named } = readWish()
  const other = await singleFile()
  const capturers = [
    treeCapturer('ours', root, join(dir, 'beside-ours')),
    ...(against === undefined ? [] : [treeCapturer('other tree', against, join(dir, 'beside-other'))]),
    ...(other ? [other] : []),
  ]
  const site = await startBenchSite()
  try {
    console.log(`Captures beside each other, in turns; medians, rounds: ${rounds}`)
    if (!other) console.log('  single-file-cli could not be installed; it is left out')
    for (const page of site.pages.filter(({ name }) => !named.length || named.includes(name)))
      for (const line of linesOf(page, await walk(page, capturers, rounds, dir))) console.log(line)
  } finally {
    await site.close()
  }
}

/** A package comes first: it also loads programs and files once, so that no round is the first to do so. */
async function walk({ url }: BenchPage, capturers: readonly Capturer[], rounds: number, dir: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const capturer of capturers) {
    const packageBytes = await inFolder(dir, async (folder) => (await capturer.packageBytes?.(url, folder)) ?? null)
    rows.push({ name: capturer.name, taken: [], packageBytes })
  }
  for (let round = 0; round < rounds; round++)
    for (const [nth, capturer] of capturers.entries()) rows[nth]!.taken.push(await take(capturer, url, dir))
  return rows
}

async function inFolder<T>(dir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(dir, 'beside-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function take(capturer: Capturer, url: string, dir: string): Promise<Taken> {
  const counter = countMoved()
  try {
    const captured = await inFolder(dir, (folder) => capturer.capture(url, folder))
    return { ...captured, moved: counter.total() }
  } finally {
    counter.stop()
  }
}
