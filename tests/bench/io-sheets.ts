import { openBook } from '../../src/kit/io/sheet/book.ts'
import { readFile } from '../../src/kit/io/sheet/read-file.ts'
import type { Written } from '../../src/kit/io/export/texts.ts'

// One measurement a process, because a process's memory never shrinks: `io-sheets.ts write|read xlsx|csv <rows> [rows of a file]`.
const [, , task, format, count, most] = process.argv as [
  string,
  string,
  'write' | 'read',
  'xlsx' | 'csv',
  string,
  string?,
]

/** Rows as a list of evidence is exported, no two alike. */
const row = (n: number): Written[] => [
  `店铺页面 Page ${n}`,
  String(202_611_210_000_000_000n + BigInt(n)),
  n % 20 ? '已固定' : '失败',
  `标签 ${n % 40}, b`,
  `经办人 ${n % 50}`,
  '2026-11-21 16:05:09',
  `https://shop-${n % 500}.example/item/${n}?from=list&page=${n % 100}`,
  n % 600,
]
const header = ['名称', '保全号', '状态', '标签', '经办人', '时间', '网址', '用时']

const book = openBook({ format, title: '证据', header, widths: header.map(() => 20) }, most ? Number(most) : undefined)
const files: Blob[] = []
const before = process.resourceUsage().maxRSS
let began = performance.now()
for (let at = 0; at < Number(count); at += 500)
  files.push(...(await book.add(Array.from({ length: Math.min(500, Number(count) - at) }, (_, i) => row(at + i)))))
files.push(...(await book.end()))
if (task === 'read') {
  const bytes = new Uint8Array(await files[0]!.arrayBuffer())
  began = performance.now()
  await readFile(bytes)
}
const seconds = (performance.now() - began) / 1_000
console.log(
  JSON.stringify({
    seconds,
    files: files.length,
    bytes: files.reduce((n, f) => n + f.size, 0),
    before: before / 1_024,
    peak: process.resourceUsage().maxRSS / 1_024,
  }),
)
process.exit(0)
