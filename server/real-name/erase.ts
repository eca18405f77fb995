import { sql } from 'kysely'
import type { IdentityWay } from '../../contract/real-name/certify.ts'
import type { Tx } from '../kit/db/db.ts'

/** Nothing of names and numbers stays but their masks; the collector takes the pictures. */
const emptied = { sealed: null, lookup: null }
const removePhotos = (tx: Tx, ids: string[]) =>
  tx
    .deleteFrom('realNamePhoto')
    .where(sql<boolean>`real_name_id = any(${ids}::uuid[])`)
    .execute()

/** Whoever takes consent back is no longer known by what was collected with it. Evidence that was sealed keeps what it states. Gives how many attempts were emptied. */
export async function eraseOf(tx: Tx, personId: string, ways: IdentityWay[]): Promise<number> {
  const rows = await tx
    .updateTable('realName')
    .set({
      ...emptied,
      status: sql<string>`case when status in ('PENDING', 'REVIEWING', 'PASS') then 'WITHDRAWN' else status end`,
    })
    .where('personId', '=', personId)
    .where('way', 'in', ways)
    .where((e) => e.or([e('sealed', 'is not', null), e('status', 'in', ['PENDING', 'REVIEWING', 'PASS'])]))
    .returning('id')
    .execute()
  await removePhotos(
    tx,
    rows.map((r) => r.id),
  )
  return rows.length
}

/** Of one attempt that came to nothing. */
export async function eraseOne(tx: Tx, id: string) {
  await tx.updateTable('realName').set(emptied).where('id', '=', id).execute()
  await removePhotos(tx, [id])
}

/** Where nobody can open what is sealed: everything that is, on every platform. */
export async function forgetIdentities(tx: Tx) {
  const lost = await tx
    .updateTable('realName')
    .set({
      ...emptied,
      status: sql<string>`case when status in ('PENDING', 'REVIEWING', 'PASS') then 'EXPIRED' else status end`,
    })
    .where('sealed', 'is not', null)
    .returning(['id', 'accountId'])
    .execute()
  await tx.deleteFrom('realNamePhoto').execute()
  return lost
}
