import { writeFileSync } from 'node:fs'
import { type FileReport, failuresIn, lineOf, skippedIn } from './report.ts'
import { type Lane, type LaneResult, runLane } from './run-lane.ts'
import { giveSecondChance, type SecondChance } from './second-chance.ts'
import { forgetScenes } from './wavering.ts'
import { RunningCount } from './work/count-work.ts'

const slowestShown = 10
const failuresShown = 12

export interface Run {
  good: boolean
  /** Every test file that was run. */
  files: FileReport[]
}

/** All lanes, whatever fails among them, and a second run of journeys and fault tests that failed. */
export async function runLanes(lanes: readonly Lane[]): Promise<Run> {
  forgetScenes()
  const counter = new RunningCount()
  const results: LaneResult[] = []
  for (const lane of lanes) results.push(await runLane(lane, counter))
  const again = await giveSecondChance(results)
  const passed = (r: LaneResult) => r.ok || again.forgiven.has(r.lane)
  const files = results.flatMap((r) => r.report?.files ?? [])
  tellLanes(results, passed)
  tellSlowest(files)
  const work = counter.stop()
  writeFileSync('/tmp/work.json', JSON.stringify({ ...work, byFile: Object.fromEntries(work.byFile) }))
  tellSkipped(results)
  // The first failures stand last: what follows from them is seldom worth reading, and often only the end is kept.
  for (const r of results.filter((r) => !passed(r))) tellFailures(r)
  tellSecondChance(again)
  const failed = results.filter((r) => !passed(r)).length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  return { good: failed === 0, files }
}

function tellLanes(results: readonly LaneResult[], passed: (r: LaneResult) => boolean) {
  const total = results.reduce((sum, r) => sum + r.seconds, 0)
  console.log(`\nLanes, ${(total / 60).toFixed(1)} minutes:`)
  for (const r of results) {
    const time = `${r.seconds.toFixed(1).padStart(6)} s ${((r.seconds / total) * 100).toFixed(0).padStart(3)} %`
    console.log(`  ${time}  ${r.lane.name}${passed(r) ? (r.ok ? '' : ' (wavered)') : '  FAILED'}`)
  }
}

function tellSlowest(files: readonly FileReport[]) {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestShown)
  if (!slowest.length) return
  console.log(`\nSlowest of ${files.length} test files:`)
  for (const { seconds, file } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`)
}

function tellSkipped(results: readonly LaneResult[]) {
  const skipped = results.flatMap((r) => (r.report ? skippedIn(r.report) : []))
  if (!skipped.length) return
  console.log(`\nNot run, ${skipped.length}:`)
  for (const title of skipped) console.log(`  - ${title}`)
}

function tellFailures({ lane, report }: LaneResult) {
  const failures = report ? [...failuresIn(report).map(lineOf), ...report.unhandled] : []
  if (!failures.length) console.log(`  ✗ ${lane.name}: see above`)
  for (const line of failures.slice(0, failuresShown).toReversed()) console.log(`  ✗ ${line}`)
}

function tellSecondChance({ wavered, kept, refused }: SecondChance) {
  for (const folder of kept) console.log(`  kept: ${folder}`)
  if (refused) console.log(`  ✗ ${refused}`)
  for (const title of wavered) console.log(`wavered: ${title}`)
}
