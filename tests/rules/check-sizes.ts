import { type Measured, measurePages } from '../kit/measure-pages.ts'

// Budgets in KB of gzipped JavaScript: what a first visit loads, and what a route or a part of it adds.
const budgets: Record<Measured['kind'], number> = {
  'website, first load': 130,
  'website route, all of it': 130,
  'console, first load': 460,
  'console route': 70,
  'console part': 70,
  'heavy chunk': 170,
}

for (const { kind, name, kilobytes } of measurePages()) {
  const over = kilobytes > budgets[kind]
  if (over) process.exitCode = 1
  console.log(`${over ? 'OVER' : 'ok  '}  ${kilobytes.toFixed(1).padStart(6)} / ${budgets[kind]} KB  ${kind} ${name}`)
}
