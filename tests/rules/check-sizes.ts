import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

// Budgets in KB of gzipped JavaScript: what a first visit loads, and what a route adds.
const dist = join(import.meta.dirname, '../../dist')
const assets = join(dist, 'assets')
const size = (file: string) => gzipSync(readFileSync(join(assets, file))).length / 1024

/** A file with everything it imports statically, as a browser would fetch it. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const code = readFileSync(join(assets, file), 'utf8')
  for (const m of code.matchAll(/(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g)) closure(m[1]!, seen)
  return seen
}

const sum = (files: Iterable<string>) => [...files].reduce((n, f) => n + size(f), 0)
const entryFile = (page: string) => /assets\/([\w-]+\.js)/.exec(readFileSync(join(dist, page), 'utf8'))![1]!

let good = true
function hold(name: string, kilobytes: number, budget: number) {
  const over = kilobytes > budget
  if (over) good = false
  console.log(`${over ? 'OVER' : 'ok  '}  ${kilobytes.toFixed(1).padStart(6)} / ${budget} KB  ${name}`)
}

const site = closure(entryFile('site.html'))
const console_ = closure(entryFile('console.html'))
hold('website, first load', sum(site), 130)
hold('console, first load', sum(console_), 560)
for (const file of readdirSync(assets).filter((f) => /^(Login|Registry|Query|SharedCertificate|Legal|Docs)-.*\.js$/.test(f))) hold(`website route ${file}`, sum(new Set([...closure(file), ...site])), 130)
for (const file of readdirSync(assets).filter((f) => /^(Browse|ResourcePage|ResourceShow|RecordForm|LayoutDrawer|BulkRun|Palette|EvidenceShow|WebCaptureForm|WebCaptureSheet)-.*\.js$/.test(f))) {
  hold(`console route or part ${file}`, sum([...closure(file)].filter((f) => !console_.has(f))), 140)
}
// Loaded for whoever types letters to find a Chinese name.
for (const file of readdirSync(assets).filter((f) => /^(pinyin-pro|dist)-.*\.js$/.test(f) && size(f) > 100)) hold(`heavy chunk ${file}`, size(file), 170)
process.exitCode = good ? 0 : 1
