import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { limits } from '../../../server/captures/web/limits.ts'
import type { WebCapture } from '../../../server/captures/web/web-capture.ts'
import { capture } from '../capture-kit.ts'
import type { Attempt } from '../capture-kit.ts'
import { itemsIn } from './count-items.ts'
import type { Exhibit, Site } from './exhibit.ts'
import { numbers } from './exhibit.ts'

/** Begins to capture an exhibit with the limits of the product. */
export const captureExhibit = ({ url }: Site, { name }: Exhibit): Promise<Attempt> =>
  capture(
    { url: `${url}/${name}` },
    // Machines differ in whether the name of their own stands for an address of the sixth version first.
    { limits, resolver: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) },
  )

type Told = Readonly<Record<'notes' | 'cautions', readonly { readonly code: string }[]>>

/** Differs by the print, which few of these pages care for, and by the pace of the machine. */
const APART: readonly string[] = ['print-differs', 'text-unread']

/** Codes over what is lacking, notes and cautions, sorted, without those apart. */
export function listTold(result: WebCapture): string[] {
  const { notes = [], cautions = [] } = result as Partial<Told>
  const codes = [...result.missing, ...notes, ...cautions].map(({ code }) => code)
  return codes.filter((code) => !APART.includes(code)).sort()
}

/** Numbers of the exhibit's items that any kept picture shows, in order. */
export function listPictured({ outDir }: Attempt, { items, hidden, dim }: Exhibit): number[] {
  const found = new Set<number>()
  const folder = join(outDir, 'screenshot')
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.png'))) {
    const picture = PNG.sync.read(readFileSync(join(folder, name)))
    for (const light of dim === undefined ? [0] : [0, dim])
      for (const n of itemsIn(picture, { dim: light })) found.add(n)
  }
  return [...found].filter((n) => n > 0 && n <= items + hidden).sort((a, b) => a - b)
}

/** Share of the items whose words stand in the texts, from 0 to 1. */
export function measureRead({ outDir, text }: Attempt, { texts }: Exhibit): number {
  const files = ['page.txt', 'text-seen.jsonl'].filter((path) => existsSync(join(outDir, path)))
  const read = new Set(
    [
      ...files
        .map(text)
        .join('\n')
        .matchAll(/第 (\d+) 项/g),
    ].map(([, n]) => Number(n)),
  )
  return texts === 0 ? 1 : numbers(1, texts).filter((n) => read.has(n)).length / texts
}
