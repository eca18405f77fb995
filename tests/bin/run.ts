import { parseArgs } from 'node:util'
import { writeTimes } from './runner/file-times.ts'
import { installTools } from './runner/install-tools.ts'
import { pageLane, sizeLane, staticLanes, timedLane, wholeLane } from './runner/lanes.ts'
import { runLanes } from './runner/run-lanes.ts'
import { judgeWork, readBudget } from './runner/work/budget.ts'

// Everything that a fresh machine can check. `--write-times` keeps how long each file took, by which the next run orders them.
const { values } = parseArgs({ options: { 'write-times': { type: 'boolean' } } })
installTools()
const { good, files } = await runLanes([pageLane, ...staticLanes, sizeLane, timedLane, wholeLane], (work) =>
  judgeWork(work, readBudget()),
)
if (values['write-times']) writeTimes(files)
process.exitCode = good ? 0 : 1
