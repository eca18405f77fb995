import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sequenceAudit } from '../../server/kit/audit/audit-chain.ts'
import { checkAudit } from '../../server/kit/audit/audit-check.ts'
import { recordAct } from '../../server/kit/audit/audit.ts'
import { openDatabase, type Database } from '../../server/kit/db/db.ts'
import { migrate } from '../../server/kit/db/migrate.ts'
import { ensureRoles } from '../../server/kit/db/roles.ts'
import { benchCluster } from './kit/bench-cluster.ts'

const writers = 8
const actor = { system: true, platform: { id: randomUUID() }, accountId: null } as const

/** Acts a second, each in a transaction of its own as a change leaves it. */
async function write(db: Database, milliseconds: number): Promise<number> {
  const [began, subjectId] = [performance.now(), randomUUID()]
  const counts = await Promise.all(
    Array.from({ length: writers }, async () => {
      let n = 0
      for (; performance.now() - began < milliseconds; n++)
        await db.asSystem((tx) =>
          recordAct(tx, actor, {
            action: 'evidence.renamed',
            subjectKind: 'evidence',
            subjectId,
            details: { name: 'A page of some length' },
          }),
        )
      return n
    }),
  )
  return (counts.reduce((a, b) => a + b) * 1000) / (performance.now() - began)
}

/** The same while the chain is made every second, five times as often as a worker makes it. */
async function writeChained(db: Database, milliseconds: number) {
  let [on, chained] = [true, 0]
  const chain = (async () => {
    for (; on; await sleep(1_000)) chained += await sequenceAudit(db)
  })()
  const rate = await write(db, milliseconds)
  on = false
  await chain
  return { rate, chained }
}

/** Acts kept a second, without and with the chain being made beside them, and how fast it is made and checked. */
export async function benchAudit(dir: string, milliseconds = 5_000) {
  const cluster = await benchCluster(join(dir, 'audit'), 'audit')
  await ensureRoles(cluster.url('audit'), 'shimakaze_owner')
  await migrate(cluster.url('audit'))
  const db = openDatabase(cluster.url('audit'), { max: writers + 2 })
  const perSecond = (n: number, began: number) => ((n * 1000) / (performance.now() - began)).toFixed(0)
  try {
    await write(db, 1_000)
    const plain = await write(db, milliseconds)
    let began = performance.now()
    const backlog = await sequenceAudit(db)
    const chainedAlone = perSecond(backlog, began)
    const { rate, chained } = await writeChained(db, milliseconds)
    await sequenceAudit(db)
    began = performance.now()
    const { rows, fault } = await checkAudit(db)
    console.log(`Record of acts, ${writers} writers, a transaction each, fsync on:`)
    console.log(`  alone                  ${plain.toFixed(0)} a second`)
    console.log(`  while it is chained    ${rate.toFixed(0)} a second (${chained} chained meanwhile)`)
    console.log(`  chained from a backlog ${chainedAlone} a second`)
    console.log(`  checked                ${perSecond(rows, began)} a second${fault ? `: ${fault}` : ''}`)
  } finally {
    await db.close()
    await cluster.leave()
  }
}
