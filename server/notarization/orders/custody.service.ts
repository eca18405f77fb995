import { sql } from 'kysely'
import type { CustodyAct, Material } from '../../../contract/notarization/custody.ts'
import { OrderPart } from '../../../contract/notarization/order-records.ts'
import type { Queryable } from '../../kit/db/db.ts'
import type { Services } from '../../kit/services.ts'
import type { AtOrder } from './at-order.ts'
import { type FileRecord, filesOf, isVisible } from './files.repo.ts'
import { handedInOf, type OrderRecord } from './orders.repo.ts'

/** The newest acts with material of one order; the record of acts holds all that there are. */
const mostActs = 2_000

const acts: Record<string, CustodyAct['act']> = {
  'order.fileOpened': 'downloaded',
  'evidence.viewed': 'viewed',
  'file.downloaded': 'downloaded',
  'package.downloaded': 'downloaded',
}

interface Handled {
  /** The evidence, by its id; a file, by its digest. */
  of: string
  action: string
  at: Date
  personName: string
  side: CustodyAct['side']
}

/** Who looked at what was handed in, or took it along: of files their order's record of acts tells it, of evidence that of its owner. */
async function handledOf(db: Queryable, order: OrderRecord, evidenceIds: readonly string[]): Promise<Handled[]> {
  const { rows } = await sql<Handled>`
    select case when a.subject_kind = 'evidence' then a.subject_id::text else a.details ->> 'sha256' end as of, a.action, a.at, a.actor_name as person_name,
      case when exists (select from membership m where m.account_id = ${order.officeId} and m.person_id = a.actor_person_id) then 'office' else 'applicant' end as side
    from audit a
    where (a.subject_id = ${order.id} and a.action = 'order.fileOpened' and a.details ->> 'sha256' is not null)
      or (a.subject_id = any(${evidenceIds}::uuid[]) and a.action in ('evidence.viewed', 'file.downloaded', 'package.downloaded')
        and a.details ->> 'order' = ${order.number})
    order by a.at desc, a.id desc limit ${mostActs}`.execute(db)
  return rows.toReversed()
}

/** What the office was handed, each with who had it in hand and when (General Rules of Judicial Appraisal Procedure, article 22). */
export const custodyOf = ({ db }: Services, { viewer, find }: AtOrder): Promise<{ list: Material[] }> =>
  db.asSystem(async (tx) => {
    const order = await find(tx)
    const files = (await filesOf(tx, order.id)).filter((file) => file.keptAt && isVisible(viewer, file))
    const evidence = await handedInOf(tx, order.id)
    const handled = await handledOf(
      tx,
      order,
      evidence.map(({ id }) => id),
    )
    const since = (material: string): CustodyAct[] =>
      handled
        .filter(({ of }) => of === material)
        .map(({ action, at, personName, side }) => ({ act: acts[action]!, at: at.toISOString(), personName, side }))
    return {
      list: [
        ...evidence.map(({ id, number, name, statementSha256 }) => ({
          id,
          name,
          part: null,
          ano: number,
          sha256: statementSha256.toString('hex'),
          acts: [handedIn(order.submittedAt!, order.personName, 'applicant'), ...since(id)],
        })),
        ...files.map((file) => ({
          id: file.id,
          name: file.fileName,
          part: OrderPart.parse(file.part),
          ano: null,
          sha256: file.sha256.toString('hex'),
          acts: [...begun(file), ...since(file.sha256.toString('hex'))],
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

/** Files that the other side was not shown were not handed in. */
const begun = ({ createdAt, shownAt, personName, side }: FileRecord): CustodyAct[] => [
  { ...handedIn(createdAt, personName, side as CustodyAct['side']), act: 'added' },
  ...(shownAt ? [handedIn(shownAt, personName, side as CustodyAct['side'])] : []),
]
