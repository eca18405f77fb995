import { parseArgs } from 'node:util'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { changedFiles, choose, testsThatLoad } from './runner/affected.ts'
import { staticLanes, testLane } from './runner/lanes.ts'
import { runLanes } from './runner/run-lanes.ts'

// The inner loop: what reads the code, and the tests that a change can break, in under three minutes. `-- --all` runs every
// test that needs no browser page, `-- --since <commit>` looks further back than what was pushed.
const { values } = parseArgs({ options: { all: { type: 'boolean' }, since: { type: 'string' } } })

/** Of two processes at work: what is left of three minutes beside the lanes that read the code. */
const secondsOfTests = 150

async function testsToRun(): Promise<string[] | undefined> {
  if (values.all) return []
  const changed = changedFiles(values.since)
  const { chosen, left } = choose(await testsThatLoad(changed), changed, secondsOfTests)
  if (left.length) console.log(`Left for \`npm run check -- --all\`, ${left.length} files that load what changed.`)
  return chosen.length ? chosen : undefined
}

const files = await testsToRun()
// Before any test: one that finds them stale would build them under the others.
if (files) buildPagesIfStale()
if (!files) console.log('No test loads what changed.')
const { good } = await runLanes([...staticLanes, ...(files ? [testLane(files)] : [])])
process.exitCode = good ? 0 : 1
