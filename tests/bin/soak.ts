import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dealWalks } from '../kit/sweep/deal-walks.ts'
import { installTools } from './runner/install-tools.ts'
import { journeyLane, mutationLane, testLane } from './runner/lanes.ts'
import { runLanes } from './runner/run-lanes.ts'

// Every test that has a size for soak (`sized`) or deals its cases, at full size, all tests of faults, long tests, all journeys in every language and width, and defects planted in what decides. SEED=… repeats a run.
await installTools()
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'tests')
const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((f) => /\.test\.tsx?$/.test(f))
const { walked } = dealWalks({ slice: undefined, changed: [] })
const withSize = tests.filter(
  (f) =>
    walked.includes(join('tests', f)) ||
    /\b(sized\(|isSoak\b|randomness\(|dealCalls\(|dealRows\(|strideOf\()/.test(readFileSync(join(folder, f), 'utf8')),
)
const lanes = [testLane(withSize.map((f) => join('tests', f))), journeyLane(), mutationLane]
process.chdir(root)
const { good } = await runLanes(lanes.map((lane) => ({ ...lane, env: { SOAK: '1', WIDE: '1' } })))
process.exitCode = good ? 0 : 1
