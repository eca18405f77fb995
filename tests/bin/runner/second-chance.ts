import { failuresIn, titleOf } from './report.ts'
import { journeyLane, testLane } from './lanes.ts'
import { wholeRunVariable } from './projects.ts'
import { type Lane, type LaneResult, runLane } from './run-lane.ts'
import {
  countedFailures,
  earlierRuns,
  hasSecondChance,
  keepFailure,
  keepHistory,
  mostWavering,
  tooMuchWavering,
} from './wavering.ts'

/** What a second run of what failed showed. */
export interface SecondChance {
  /** Titles of tests that failed among the others and passed alone. */
  wavered: string[]
  /** Where their pages and logs are kept. */
  kept: string[]
  /** Lanes that are good after it. */
  forgiven: Set<Lane>
  /** Why it is not good all the same. */
  refused?: string
}

const failuresOf = ({ ok, report }: LaneResult) => (ok || !report ? [] : failuresIn(report))

/** A lane whose failures all have a second chance; one that failed by anything else has none. */
const mayBeForgiven = (result: LaneResult) => {
  const failures = failuresOf(result)
  return !result.report?.unhandled.length && failures.length > 0 && failures.every((f) => hasSecondChance(f.file))
}

/** Runs each file in which a journey or a fault test failed once more, alone, after everything else. */
export async function giveSecondChance(results: readonly LaneResult[]): Promise<SecondChance> {
  const outcome: SecondChance = { wavered: [], kept: [], forgiven: new Set() }
  const candidates = results.filter(mayBeForgiven)
  const counted = candidates.flatMap((r) => countedFailures(failuresOf(r)))
  if (counted.length > mostWavering) {
    outcome.refused = `${counted.length} journeys or fault tests failed; up to ${mostWavering} are run once more`
    return outcome
  }
  for (const result of candidates) if (await allPassAlone(result, outcome)) outcome.forgiven.add(result.lane)
  const refused = tooMuchWavering(outcome.wavered, earlierRuns())
  // A run without any of them says nothing of how often they waver.
  if (results.some(({ report }) => report?.files.some(({ file }) => hasSecondChance(file))))
    keepHistory(outcome.wavered)
  return refused ? { ...outcome, forgiven: new Set(), refused } : outcome
}

async function allPassAlone(result: LaneResult, outcome: SecondChance): Promise<boolean> {
  const failures = failuresOf(result)
  let all = true
  for (const file of new Set(failures.map((f) => f.file))) {
    const ofFile = failures.filter((f) => f.file === file)
    const folder = keepFailure(ofFile, new Date().toISOString().replaceAll(':', '-'))
    const again = await runLane({ ...laneOf(file, result.lane), name: `once more, alone: ${file}` })
    if (again.ok) {
      outcome.wavered.push(...countedFailures(ofFile).map(titleOf))
      outcome.kept.push(folder)
    } else all = false
  }
  return all
}

/** The same test at the same size: a soak's is not tried again at the size of a check. */
function laneOf(file: string, { env }: Lane): Lane {
  const { [wholeRunVariable]: _, ...same } = env ?? {}
  return { ...(file.startsWith('tests/journeys/') ? journeyLane([file]) : testLane([file])), env: same }
}
