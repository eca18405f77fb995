import type { FastifyInstance, FastifyReply } from 'fastify'
import { logKeyOf } from '../../../proof/log/logged.ts'
import { verifierKey } from '../../../proof/log/note.ts'
import { readCertificate } from '../../../proof/formats/x509.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { countCall, limitOfClass } from '../../kit/calls/rate-limits.ts'
import type { Services } from '../../kit/services.ts'
import { allShards, newestCheckpoint, shardByName, type Shard } from '../../trust/log/log.read.ts'
import { readTilePath } from '../../trust/log/tile-path.ts'
import { readTile } from '../../trust/log/tiles.ts'

const forEver = 'public, max-age=31536000, immutable'

interface At {
  Params: { shard: string; '*': string }
}

/** The transparency log as its readers expect it (C2SP tlog-tiles): files that anybody may follow and keep, outside the envelope of calls. */
export function mountLog(app: FastifyInstance, { db }: Services) {
  const withShard =
    (send: (shard: Shard, reply: FastifyReply, rest: string) => Promise<unknown>) =>
    async (request: { params: At['Params']; ip: string }, reply: FastifyReply) => {
      await countCall(db, `log:${originOf(request.ip)}`, limitOfClass.read)
      reply.header('access-control-allow-origin', '*')
      const { shard: name, '*': rest } = request.params
      const shard = /^\d{4}(-\d{1,6})?$/.test(name) ? await shardByName(db.system, name) : undefined
      return shard ? send(shard, reply, rest) : absent(reply)
    }
  // Keys of all shards, oldest first, as programs that follow logs are given them.
  app.get('/log/keys', async (request, reply) => {
    await countCall(db, `log:${originOf(request.ip)}`, limitOfClass.read)
    const keys = await Promise.all(
      (await allShards(db.system)).map(({ origin, certificate }) =>
        verifierKey({ name: origin, publicKey: logKeyOf(readCertificate(certificate)) }),
      ),
    )
    return reply
      .type('text/plain; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-cache')
      .send(keys.map((key) => `${key}\n`).join(''))
  })
  app.get<At>(
    '/log/:shard/checkpoint',
    withShard(async (shard, reply) => {
      const newest = await newestCheckpoint(db.system, shard.id)
      return newest
        ? reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(newest.note)
        : absent(reply)
    }),
  )
  app.get<At>(
    '/log/:shard/tile/*',
    withShard(async (shard, reply, rest) => {
      const asked = readTilePath(rest)
      const bytes = asked && (await readTile(db.system, shard, asked))
      return bytes ? reply.type('application/octet-stream').header('cache-control', forEver).send(bytes) : absent(reply)
    }),
  )
}

const absent = (reply: FastifyReply) =>
  reply
    .code(404)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send('The log has nothing here (yet).\n')
