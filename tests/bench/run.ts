import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchAudit } from './audit.ts'
import { benchCaptures } from './captures.ts'
import { benchConsole } from './console.ts'
import { benchSheets } from './io.ts'
import { benchLists } from './lists.ts'
import { benchRequests } from './requests.ts'
import { benchStore } from './store.ts'
import { benchSeals } from './seals.ts'

// Prints figures; compares within one run; judges nothing. Absolute times belong to the machine they were taken on.
const dir = await mkdtemp(join(tmpdir(), 'skz-bench-'))

try {
  await benchCaptures(dir)
  await benchSeals(join(dir, 'keys'))
  await benchStore(dir)
  await benchAudit(dir)
  await benchLists(dir)
  await benchSheets(dir)
  await benchRequests(dir)
  await benchConsole(dir)
} finally {
  await rm(dir, { recursive: true, force: true })
}
process.exit(0)
