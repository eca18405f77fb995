import { createServer } from 'node:http'
import pg from 'pg'

// The same page of the same rows by the same SQL, with nothing of ours around it: what authorising a list is compared to.
const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE'], max: 10 })
const columns =
  'id, number, name, status, person_name, person_id, created_at, category, url, labels, completeness, fail_reason, fail_params, step, percent, started_at, finished_at, certified_at, queued_at, request'

const server = createServer((_, reply) => {
  void (async () => {
    const list = await pool.query(
      `select ${columns}, case when status = 'queued' then queue_position(queued_at, id) end as queue_position from evidence where account_id = $1 and not hidden order by created_at desc, id desc limit 10`,
      [process.env['BARE_ACCOUNT']],
    )
    const total = await pool.query(
      'select count(*)::int as n from (select 1 from evidence where account_id = $1 and not hidden limit 10001) counted',
      [process.env['BARE_ACCOUNT']],
    )
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify({ list: list.rows, total: (total.rows as { n: number }[])[0]!.n }))
  })()
})
server.listen(0, '127.0.0.1', () => console.log(`listening at ${(server.address() as { port: number }).port}`))
