import { parseArgs } from 'node:util'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { changedFiles } from '../kit/sweep/changed-files.ts'
import { holdDeal, tellDeal } from '../kit/sweep/deal.ts'
import { choose, testsThatLoad } from './runner/affected.ts'
import { lanesOfChange, staticLanes, testLane } from './runner/lanes.ts'
import { runLanes } from './runner/run-lanes.ts'

// The inner loop: what reads the code, and the tests that a change can break, in under two minutes. `-- --all` runs every
// test that needs no browser page, `-- --since <commit>` looks further back than what was pushed.
const { values } = parseArgs({ options: { all: { type: 'boolean' }, since: { type: 'string' } } })

/** Seconds of several processes that two minutes leave beside the lanes that read the code. */
const secondsOfTests = 100

async function testsToRun(changed: readonly string[]): Promise<string[] | undefined> {
  if (values.all) return []
  const { chosen, left } = choose(await testsThatLoad(changed), changed, secondsOfTests)
  if (left.length) console.log(`Left for \`npm run check -- --all\`, ${left.length} files that load what changed.`)
  return chosen.length ? chosen : undefined
}

// The sweeps among the tests look back as far.
if (values.since) process.env['SINCE'] = values.since
const changed = changedFiles()
const files = await testsToRun(changed)
holdDeal()
// Before any test: one that finds them stale would build them under the others.
if (files) buildPagesIfStale()
console.log(files ? tellDeal() : 'No test loads what changed.')
const lanes = values.all ? staticLanes : lanesOfChange(changed)
const { good } = await runLanes([...lanes, ...(files ? [testLane(files)] : [])])
process.exitCode = good ? 0 : 1
