import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchAnchors } from './anchors.ts'
import { benchAudit } from './audit.ts'
import { benchAuthorised } from './authorised.ts'
import { benchBeside } from './captures/beside.ts'
import { benchCaptures } from './captures/captures.ts'
import { compareFigures, type Figure, figuresOf } from './compare-figures.ts'
import { benchConsole } from './pages/console.ts'
import { benchExports } from './exports.ts'
import { benchFigures } from './figures.ts'
import { benchSheets } from './io.ts'
import { benchLedger } from './money/ledger.ts'
import { benchReconciliation } from './money/reconciliation.ts'
import { benchLists } from './lists.ts'
import { benchLog } from './log.ts'
import { benchOrders } from './orders.ts'
import { benchPackages } from './packages.ts'
import { benchRequests } from './requests.ts'
import { benchStatements } from './money/statements.ts'
import { benchStore } from './store.ts'
import { benchShares } from './shares.ts'
import { benchSeals } from './seals.ts'
import { benchSigned } from './signed.ts'
import { benchSizes } from './sizes.ts'
import { benchTurns } from './captures/turns.ts'
import { benchUploads } from './uploads.ts'
import { benchWebsite } from './pages/website.ts'

// Prints figures; compares within one run; judges nothing. Absolute times belong to the machine they were taken on.
const dir = await mkdtemp(join(tmpdir(), 'skz-bench-'))

const benches: Record<string, () => unknown> = {
  figures: () => benchFigures(),
  sizes: () => benchSizes(),
  captures: () => benchCaptures(dir),
  turns: () => benchTurns(dir),
  shares: () => benchShares(dir),
  beside: () => benchBeside(dir),
  seals: () => benchSeals(join(dir, 'keys')),
  store: () => benchStore(dir),
  uploads: () => benchUploads(dir),
  log: () => benchLog(dir),
  packages: () => benchPackages(dir),
  anchors: () => benchAnchors(),
  audit: () => benchAudit(dir),
  ledger: () => benchLedger(dir),
  statements: () => benchStatements(dir),
  reconciliation: () => benchReconciliation(dir),
  lists: () => benchLists(dir),
  orders: () => benchOrders(dir),
  authorised: () => benchAuthorised(dir),
  signed: () => benchSigned(dir),
  sheets: () => benchSheets(dir),
  requests: () => benchRequests(dir),
  console: () => benchConsole(dir),
  website: () => benchWebsite(dir),
  exports: () => benchExports(dir),
}

const printed: Figure[] = []
let running = ''
const { log } = console
console.log = (...words: unknown[]) => {
  log(...words)
  for (const line of words.join(' ').split('\n')) printed.push(...figuresOf(running, line))
}

try {
  // All of them, or those named: `npm run bench -- lists authorised`. `--large`: the log with ten million leaves. `--against=`, `--rounds=`
  // and `--page=`: captures beside those of others. `--write`: figures go into docs/architecture.md, and those that later runs are compared
  // with into last-figures.json.
  const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  for (const [name, bench] of Object.entries(benches))
    if (!named.length || named.includes(name)) {
      running = name
      await bench()
    }
  console.log = log
  await compareFigures(printed, process.argv.includes('--write'))
} finally {
  await rm(dir, { recursive: true, force: true })
}
process.exit(0)
