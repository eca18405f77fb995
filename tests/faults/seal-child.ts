import { createInterface } from 'node:readline'
import type { SealedRecord } from '../../server/evidence/sealing/seal.service.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { openDatabase } from '../../server/kit/db/db.ts'
import { openJobs } from '../../server/kit/work/jobs.ts'
import type { Services } from '../../server/kit/services.ts'
import { openStore } from '../../server/kit/storage/open-store.ts'
import { openAuthority } from '../../server/trust/keys/authority.service.ts'
import { type Prepared, sealPrepared } from '../kit/sealing.ts'

/** Asked on a line of its own; answered when it is acknowledged or refused. */
export interface SealOrder {
  record: SealedRecord
  prepared: Prepared
}
export type SealAnswer = { ready: true } | { acknowledged: string } | { refused: string; code: string }

// Seals prepared folders with the real code in a process of its own, which others may trace, starve and kill.
const config = readConfig()
const db = openDatabase(config.databaseUrl!, { max: 3 })
const services: Partial<Services> = {
  config,
  db,
  store: await openStore(config, db),
  jobs: await openJobs(config.databaseUrl!, () => {}),
}
const authority = await openAuthority({ dir: config.keysDir, mode: 'local', platformName: 'Test' })
const say = (answer: SealAnswer) => void process.stdout.write(`${JSON.stringify(answer)}\n`)

say({ ready: true })
for await (const line of createInterface(process.stdin)) {
  const { record, prepared } = JSON.parse(line) as SealOrder
  await sealPrepared(services as Services, authority, record, prepared).then(
    () => say({ acknowledged: record.id }),
    (error: Error & { code?: string }) => say({ refused: error.message, code: error.code ?? '' }),
  )
}
process.exit(0)
