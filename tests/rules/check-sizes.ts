import { type Measured, measurePages } from '../kit/built/measure-pages.ts'

/** In KB of gzipped JavaScript, and in files: what a first visit loads, and what a route or a part of it adds. */
const budgets: Record<Measured['kind'], { kilobytes: number; files?: number }> = {
  'website, first load': { kilobytes: 130 },
  'website route, all of it': { kilobytes: 130 },
  'console, first load': { kilobytes: 460, files: 12 },
  'console route': { kilobytes: 70, files: 6 },
  'console part': { kilobytes: 70, files: 6 },
  'console, any part': { kilobytes: 90, files: 6 },
  'heavy part': { kilobytes: 170, files: 6 },
}

for (const { kind, name, kilobytes, files } of measurePages()) {
  const budget = budgets[kind]
  const isOver = kilobytes > budget.kilobytes || files > (budget.files ?? Infinity)
  if (isOver) process.exitCode = 1
  // There are more than a hundred of them.
  else if (kind === 'console, any part') continue
  const ofFiles = `${String(files).padStart(3)}${budget.files ? ` / ${String(budget.files).padStart(2)}` : '     '} files`
  const ofSize = `${kilobytes.toFixed(1).padStart(6)} / ${budget.kilobytes} KB`
  console.log(`${isOver ? 'OVER' : 'ok  '}  ${ofSize} ${ofFiles}  ${kind} ${name}`.trimEnd())
}
