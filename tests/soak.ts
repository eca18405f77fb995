import { installTools } from './install-tools.ts'
import { runLanes } from './lanes.ts'

// The fault and race tests of `npm test` at full size: every system call, hundreds of kills. SEED=… repeats one run.
installTools()
const env = { SOAK: '1' }
const good = await runLanes([
  {
    name: 'races over the store',
    command: ['vitest', 'run', 'tests/platform/collector-race.test.ts', 'tests/platform/store.test.ts'],
    env,
  },
  { name: 'faults of sealing', command: ['vitest', 'run', 'tests/faults'], env },
])
process.exitCode = good ? 0 : 1
