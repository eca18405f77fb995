import { parseArgs } from 'node:util'
import { dealOfRun, holdDeal, tellDeal } from '../kit/sweep/deal.ts'
import { dealWalks, tellWalks } from '../kit/sweep/deal-walks.ts'
import { writeTimes } from './runner/file-times.ts'
import { installTools } from './runner/install-tools.ts'
import { pageLane, sizeLane, staticLanes, timedLane, wholeLane } from './runner/lanes.ts'
import { runLanes } from './runner/run-lanes.ts'
import { judgeWork, listNeedless, readBudget } from './runner/work/budget.ts'

// Everything that a fresh machine can check. `--write-times` keeps how long each file took, by which the next run orders them.
const { values } = parseArgs({ options: { 'write-times': { type: 'boolean' } } })
await installTools()
const deal = dealOfRun()
holdDeal()
console.log(tellDeal(deal))
const walks = dealWalks()
console.log(tellWalks(walks))
const budget = readBudget()
const { good, files } = await runLanes([pageLane, ...staticLanes, sizeLane, timedLane, wholeLane], (work) => {
  // A file that tried a slice says nothing of what all of it costs. A journey is walked whole.
  for (const file of listNeedless(work, budget))
    if (deal.slice === undefined || file.endsWith('.journey.ts'))
      console.log(`  needs no bound of its own any more: ${file}`)
  return judgeWork(work, budget, walks.walked.length / (walks.walked.length + walks.left.length))
})
if (values['write-times']) writeTimes(files)
process.exitCode = good ? 0 : 1
