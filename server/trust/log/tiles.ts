import type { Queryable } from '../../kit/db/db.ts'
import { leavesFrom, newestCheckpoint, readNodes, type Shard } from './log.read.ts'
import type { TileAsked } from './tile-path.ts'
import { tileWidth } from './merkle-tree.service.ts'

/** The bytes of a tile; undefined where the log has not come so far. Whole tiles never change. */
export async function readTile(
  db: Queryable,
  shard: Pick<Shard, 'id'>,
  { level, index, width }: TileAsked,
): Promise<Buffer | undefined> {
  const size = (await newestCheckpoint(db, shard.id))?.size ?? 0
  const there = level === 'entries' ? size : Math.floor(size / tileWidth ** level)
  const from = index * tileWidth
  if (from + width > there) return undefined
  if (level !== 'entries') return Buffer.concat(await readNodes(db, shard.id)(level, from, width))
  return Buffer.concat((await leavesFrom(db, shard.id, from, width)).flatMap((leaf) => [lengthOf(leaf), leaf]))
}

function lengthOf(leaf: Buffer) {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(leaf.length)
  return length
}
