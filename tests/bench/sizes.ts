import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { measurePages } from '../kit/built/measure-pages.ts'

/** What each page makes a browser load. */
export function benchSizes() {
  buildPagesIfStale()
  console.log('Gzipped JavaScript, KB, and its files: the first load, and what each route or part adds to it:')
  for (const { kind, name, kilobytes, files } of measurePages())
    console.log(`  ${kilobytes.toFixed(1).padStart(6)} ${String(files).padStart(3)}  ${kind} ${name}`.trimEnd())
}
