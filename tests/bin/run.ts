import { parseArgs } from 'node:util'
import { writeTimes } from './runner/file-times.ts'
import { installTools } from './runner/install-tools.ts'
import { journeyLane, pageLanes, staticLanes, testLane } from './runner/lanes.ts'
import { runLanes } from './runner/run-lanes.ts'

// Everything that a fresh machine can check. `--write-times` keeps how long each file took, by which the next run orders them.
const { values } = parseArgs({ options: { 'write-times': { type: 'boolean' } } })
installTools()
const { good, files } = await runLanes([...staticLanes, ...pageLanes, testLane(), journeyLane()])
if (values['write-times']) writeTimes(files)
process.exitCode = good ? 0 : 1
