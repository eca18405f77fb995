import { installTools } from './install-tools.ts'
import { quickLanes, runLanes } from './lanes.ts'

// Everything that a fresh machine can check.
installTools()
const rest = quickLanes.filter((l) => l.name !== 'rules and API')
const good = await runLanes([
  ...rest,
  { name: 'pages', command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'size budgets', command: [process.execPath, 'tests/rules/check-sizes.ts'] },
  // The sweep over a package takes every byte here, and a sample of them in the inner loop.
  { name: 'tests', command: ['vitest', 'run'], env: { FULL_SWEEP: '1' } },
  { name: 'journeys', command: ['vitest', 'run', '--config', 'tests/journeys/vitest.config.ts'] },
])
process.exitCode = good ? 0 : 1
