import { quickLanes, runLanes } from './lanes.ts'

// The inner loop: types, lint, rules, API on real PostgreSQL. `npm test` adds the browser.
process.exitCode = (await runLanes(quickLanes)) ? 0 : 1
