import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'

const kept = join(import.meta.dirname, 'last-figures.json')

/** Of which units more is better; of the others less is. */
const better = new Set(['MB/s', 'a second', 'a minute', '/s', 'frames/s'])
const figure = /(-?\d[\d,]*(?:\.\d+)?) ?(MB\/s|a second|a minute|frames\/s|\/s|ms|CPU-s|s|KB|MB)(?![\w/])/g

export interface Figure {
  name: string
  value: number
  unit: string
}

/** The figures of a printed line, each named by the words around it. */
export function figuresOf(bench: string, line: string): Figure[] {
  const words = line
    .replaceAll(/-?\d[\d,.]*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...line.matchAll(figure)].map(([, number, unit], nth) => ({
    name: `${bench}: ${words}${nth ? ` (${nth + 1})` : ''}`,
    value: Number(number!.replaceAll(',', '')),
    unit: unit!,
  }))
}

/** What got worse by more than a fifth; figures that are too small to tell apart are left out. */
export function worseThan(last: Record<string, number>, now: readonly Figure[]): string[] {
  return now.flatMap(({ name, value, unit }) => {
    const before = last[name]
    if (before === undefined || Math.max(before, value) < 1) return []
    const [less, more] = better.has(unit) ? [value, before] : [before, value]
    return less * 1.2 < more ? [`  ${name}  ${before} ${unit} → ${value} ${unit}`] : []
  })
}

interface Kept {
  /** Figures of another processor say nothing of these. */
  processor: string
  figures: Record<string, number>
}

const processor = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`

/** Says what got worse since the figures that are kept beside; `write` keeps these in their place. */
export async function compareFigures(now: readonly Figure[], write: boolean) {
  const last = JSON.parse(await readFile(kept, 'utf8').catch(() => '{}')) as Partial<Kept>
  if (last.processor === processor && last.figures) {
    const worse = worseThan(last.figures, now)
    console.log(
      worse.length
        ? `\nWorse by more than a fifth than the figures kept:\n${worse.join('\n')}`
        : '\nNothing got worse.',
    )
  } else console.log(`\nNo figures are kept of this processor (${processor}).`)
  if (!write) return
  const figures = { ...(last.processor === processor ? last.figures : {}) }
  for (const { name, value } of now) figures[name] = value
  const sorted = Object.fromEntries(Object.entries(figures).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  await writeFile(kept, `${JSON.stringify({ processor, figures: sorted }, null, 2)}\n`)
}
