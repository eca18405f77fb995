import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { isUnknownFile } from './file-times.ts'
import { type FileReport, failuresIn, lineOf, skippedIn } from './report.ts'
import { type Lane, type LaneResult, runLane } from './run-lane.ts'
import { giveSecondChance, type SecondChance } from './second-chance.ts'
import { forgetScenes } from './wavering.ts'
import { RunningCount } from './work/count-work.ts'
import { RunningPace } from './work/pace.ts'
import { printWork } from './work/print-work.ts'
import type { Work } from './work/work.ts'

const slowestShown = 10
const failuresShown = 12
/** Files that take longer should be known before: what begins them late leaves other processes with nothing to do. */
const worthKnowingSeconds = 10

export interface Run {
  good: boolean
  /** Every test file that was run. */
  files: FileReport[]
  work: Work
}

/**
 * All lanes, whatever fails among them, and a second run of journeys and fault tests that failed. A whole run is also judged
 * by its work: `judge` says what of it is too much.
 */
export async function runLanes(lanes: readonly Lane[], judge: (work: Work) => string[] = () => []): Promise<Run> {
  forgetScenes()
  // What fails by chance is tried once more with the same chances.
  process.env['SEED'] ??= String(randomInt(2 ** 31))
  const began = performance.now()
  const [counter, pace] = [new RunningCount(), new RunningPace()]
  const results: LaneResult[] = []
  for (const stage of stagesOf(lanes)) results.push(...(await runStage(stage, counter)))
  const work = { ...counter.stop(), slowness: pace.stop() }
  // What it takes is no part of the run's work: it ran alone, and is another time the same.
  const again = await giveSecondChance(results)
  const left = await counter.close()
  const passed = (r: LaneResult) => r.ok || again.forgiven.has(r.lane)
  const files = results.flatMap((r) => r.report?.files ?? [])
  tellLanes(results, passed, (performance.now() - began) / 1000)
  tellSlowest(files)
  printWork(work)
  tellSkipped(results)
  // The first failures stand last: what follows from them is seldom worth reading, and often only the end is kept.
  for (const r of results.filter((r) => !passed(r))) tellFailures(r)
  const complaints = [...judge(work), ...tellLeft(left)]
  for (const line of complaints) console.log(`  ✗ work: ${line}`)
  tellSecondChance(again)
  const failed = results.filter((r) => !passed(r)).length + Number(complaints.length > 0)
  console.log(`${results.length - failed} passed, ${failed} failed`)
  return { good: failed === 0, files, work }
}

/** Neighbours that run side by side stand together, every other lane alone. */
function stagesOf(lanes: readonly Lane[]): Lane[][] {
  const stages: Lane[][] = []
  for (const lane of lanes) {
    const last = stages.at(-1)
    if (lane.isParallel && last?.[0]?.isParallel) last.push(lane)
    else stages.push([lane])
  }
  return stages
}

async function runStage(stage: readonly Lane[], counter: RunningCount): Promise<LaneResult[]> {
  const waiting = [...stage]
  const results: LaneResult[] = []
  const runNext = async (): Promise<void> => {
    const lane = waiting.shift()
    if (!lane) return
    results.push(await runLane(lane, counter))
    return runNext()
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runNext))
  return results.toSorted((a, b) => stage.indexOf(a.lane) - stage.indexOf(b.lane))
}

function tellLanes(results: readonly LaneResult[], passed: (r: LaneResult) => boolean, total: number) {
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
  const unknown = files.filter((f) => f.seconds > worthKnowingSeconds && isUnknownFile(f.file))
  if (unknown.length)
    console.log(
      `${unknown.length} files ran longer than ${worthKnowingSeconds} s and are not in file-times.json: npm test -- --write-times`,
    )
}

function tellSkipped(results: readonly LaneResult[]) {
  const skipped = results.flatMap((r) => (r.report ? skippedIn(r.report) : []))
  if (!skipped.length) return
  console.log(`\nNot run, ${skipped.length}:`)
  for (const title of skipped) console.log(`  - ${title}`)
}

/** A test ends what it starts: a program that outlives it takes the machine from others, and holds their ports and files. */
const tellLeft = (commands: readonly string[]) => commands.map((command) => `left running: ${command}`)

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
