import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { rootOfInclusion, leafHash } from '../../proof/log/merkle.ts'
import { openServices } from '../../server/app/open-services.ts'
import { readConfig } from '../../server/app/read-config.ts'
import { leavesFrom, readNodes } from '../../server/trust/log/log.read.ts'
import { mostInBatch, sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { inclusionProof } from '../../server/trust/log/merkle-tree.service.ts'
import { localAuthority } from '../trust/sample.ts'
import { benchCluster } from './kit/bench-cluster.ts'

const wanted = process.argv.includes('--large') ? 10_000_000 : 1_000_000
const atOnce = 50_000

/** Leaves as sealing queues them. */
const fill = (admin: pg.Client, from: number, count: number) =>
  admin.query(
    `insert into log_queue (kind, subject, leaf) select 'evidence', encode(sha256(n::text::bytea), 'hex'), evidence_leaf(sha256(n::text::bytea), n::text::bytea) from generate_series($1::bigint, $1::bigint + $2::bigint - 1) n`,
    [from, count],
  )

/** Appends to the log as the service does it, every batch durable before the next; then proofs of entries anywhere in it. */
export async function benchLog(within: string) {
  const dir = await mkdtemp(join(within, 'log-'))
  const cluster = await benchCluster(join(dir, 'cluster'), 'bench')
  const opened = await openServices(
    readConfig({ SHIMAKAZE_DATA: join(dir, 'data'), DATABASE_URL: cluster.url('bench'), SHIMAKAZE_LOG: 'silent' }),
    pino({ level: 'silent' }),
    () => {},
  )
  const filler = new pg.Client({ connectionString: cluster.url('bench') })
  await filler.connect()
  try {
    const authority = await localAuthority()
    const sequence = () => sequenceLog(opened.services, authority, async () => {})
    console.log(`Log of ${wanted.toLocaleString('en')} leaves, fsync on, ${mostInBatch} a batch:`)
    let seconds = 0
    for (let at = 0; at < wanted; at += atOnce) {
      await fill(filler, at, atOnce)
      const began = performance.now()
      while (await sequence());
      const took = (performance.now() - began) / 1000
      seconds += took
      if (at === 0 || at + atOnce >= wanted)
        console.log(
          `  appended, ${at === 0 ? 'first' : 'last '} ${atOnce.toLocaleString('en')}   ${Math.round(atOnce / took).toLocaleString('en')} a second`,
        )
    }
    console.log(`  appended, all of them    ${Math.round(wanted / seconds).toLocaleString('en')} a second`)
    await proofs(opened.services.db.system, wanted)
    const {
      rows: [size],
    } = await filler.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(t)) as bytes from unnest(array['log_entry', 'log_node', 'log_checkpoint']::regclass[]) t`,
    )
    console.log(`  on disk                  ${Math.round(Number(size!.bytes) / wanted)} bytes a leaf`)
  } finally {
    await filler.end()
    await opened.close()
    await cluster.leave()
  }
}

async function proofs(db: Parameters<typeof readNodes>[0], size: number) {
  const read = readNodes(db, 1)
  const [made, checked]: [number[], number[]] = [[], []]
  let hashes = 0
  for (let i = 0; i < 300; i++) {
    const index = Math.floor(Math.random() * size)
    let began = performance.now()
    const proof = await inclusionProof(read, index, size)
    made.push(performance.now() - began)
    hashes = proof.length
    const [leaf] = await leavesFrom(db, 1, index, 1)
    began = performance.now()
    await rootOfInclusion({ index, size, leaf: await leafHash(leaf!), proof })
    checked.push(performance.now() - began)
  }
  const middle = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1]!.toFixed(2)
  console.log(
    `  proof of one entry       ${hashes} hashes, made in ${middle(made)} ms, checked in ${middle(checked)} ms (the middle of ${made.length})`,
  )
}
