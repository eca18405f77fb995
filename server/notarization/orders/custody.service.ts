import { sql } from 'kysely'
import type { CustodyAct, Material } from '../../../contract/notarization/custody.ts'
import { OrderPart } from '../../../contract/notarization/order-records.ts'
import type { Queryable } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import type { AtOrder } from './at-order.ts'
import { type FileRecord, filesOf } from './files.repo.ts'
import { evidenceOf, type OrderRecord } from './orders.repo.ts'

/** Acts that are read of one order; its record holds all that there are. */
const mostActs = 2_000

const acts: Record<string, CustodyAct['act']> = {
  'order.fileOpened': 'downloaded',
  'evidence.viewed': 'viewed',
  'file.downloaded': 'downloaded',
  'package.downloaded': 'downloaded',
}

interface Handled {
  /** Of the file or the evidence. */
  id: string
  action: string
  at: Date
  personName: string
  side: CustodyAct['side']
}

/** Who looked at what was handed in, or took it along: of files their order's record of acts tells it, of evidence that of its owner. */
async function handledOf(db: Queryable, order: OrderRecord, evidenceIds: readonly string[]): Promise<Handled[]> {
  const { rows } = await sql<Handled>`
    select case when a.subject_kind = 'evidence' then a.subject_id::text else a.details ->> 'id' end as id, a.action, a.at, a.actor_name as person_name,
      case when a.subject_kind = 'evidence' then 'office' else a.details ->> 'side' end as side
    from audit a
    where (a.subject_id = ${order.id} and a.action = 'order.fileOpened' and a.details ? 'id')
      or (a.subject_id = any(${evidenceIds}::uuid[]) and a.action in ('evidence.viewed', 'file.downloaded', 'package.downloaded')
        and a.details ->> 'order' = ${order.number})
    order by a.at, a.id limit ${mostActs}`.execute(db)
  return rows
}

/** What the office was handed, each with who had it in hand and when (General Rules of Judicial Appraisal Procedure, article 22). */
export const custodyOf = ({ db }: Services, { find }: AtOrder): Promise<{ list: Material[] }> =>
  db.asSystem(async (tx) => {
    const order = await find(tx)
    const files = (await filesOf(tx, order.id)).filter(({ keptAt }) => keptAt)
    const evidence = order.submittedAt ? await evidenceOf(tx, order.id) : []
    const handled = await handledOf(
      tx,
      order,
      evidence.map(({ id }) => id),
    )
    const since = (id: string): CustodyAct[] =>
      handled
        .filter((one) => one.id === id)
        .map(({ action, at, personName, side }) => ({ act: acts[action]!, at: at.toISOString(), personName, side }))
    return {
      list: [
        ...evidence.map(({ id, number, name, statementSha256 }) => ({
          id,
          name,
          part: null,
          ano: number,
          sha256: statementSha256!.toString('hex'),
          acts: [handedIn(order.submittedAt!, order.personName, 'applicant'), ...since(id)],
        })),
        ...files.map((file) => ({
          id: file.id,
          name: file.fileName,
          part: OrderPart.parse(file.part),
          ano: null,
          sha256: file.sha256.toString('hex'),
          acts: [...begun(file), ...since(file.id)],
        })),
      ],
    }
  })

const handedIn = (at: Date, personName: string, side: CustodyAct['side']): CustodyAct => ({
  act: 'handedIn',
  at: at.toISOString(),
  personName,
  side,
})

const begun = ({ createdAt, keptAt, personName, side }: FileRecord): CustodyAct[] => [
  { ...handedIn(createdAt, personName, side as CustodyAct['side']), act: 'added' },
  handedIn(keptAt!, personName, side as CustodyAct['side']),
]
