import { factsOfKind, orderKindNames } from '../../contract/notarization/order-kinds.ts'
import { sql } from 'kysely'
import { paperQueue } from '../certificates/paper.queue.ts'
import { feePaidQueue } from '../payments/orders/fee-paid.queue.ts'
import { eraseBy, ofAccounts } from '../kit/personal-data/personal-data.ts'
import { anyOf, shadowOf } from '../kit/personal-data/leaving.ts'
import { defineDomain } from '../kit/work/domain.ts'
import { officeOrderRoutes } from './office/office-orders.routes.ts'
import { notarizationRoutes } from './notarization/notarization.routes.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { standingRoutes } from './papers/standing.routes.ts'
import { sealPaper, sweepUnsealed } from './papers/papers.jobs.ts'
import { preservationRoutes } from './preservation/preservation.routes.ts'
import { officeSealRoutes } from './seals/office-seal.routes.ts'
import { templateRoutes } from './templates/templates.routes.ts'
import type { TrustedContext } from '../trust/trusted-context.types.ts'
import { takePaidFee } from './orders/online-pay.service.ts'
import { lapseOrders, watchDeadlines } from './orders/watch-orders.ts'

/** Judicial services: what accounts ask of notary offices and institutes, and what those answer. */
/** Steps of which the office alone knows why. */
const innerSteps = [
  ...new Set(
    orderKindNames.flatMap((kind) =>
      Object.entries(factsOfKind(kind).steps).flatMap(([name, { isInner }]) => (isInner ? [name] : [])),
    ),
  ),
]

export const notarizationDomain = defineDomain<TrustedContext>({
  name: 'notarization',
  personalData: {
    sections: [
      {
        name: 'judicialOrders',
        order: 230,
        ofOwner: true,
        tables: [
          'judicial_order',
          'judicial_order_evidence',
          'judicial_draft',
          'judicial_file',
          'judicial_paper',
          'judicial_step',
          'judicial_message',
        ],
        shown: ['at', 'number', 'title', 'office', 'state', 'fee'],
        query: (of) =>
          sql`select o.created_at as at, o.number, o.kind, o.title, o.office_name as office, o.state, o.content, o.fee, o.collected, o.case_number, o.person_name as asked_by, o.submitted_at,
            (select json_agg(json_build_object('number', e.number, 'name', e.name) order by e.ordinal) from judicial_order_evidence e where e.order_id = o.id) as evidence,
            (select json_build_object('title', d.title, 'content', d.content, 'evidence', (select json_agg(json_build_object('number', e ->> 'number', 'name', e ->> 'name')) from jsonb_array_elements(d.evidence) e)) from judicial_draft d where d.order_id = o.id) as changed_since_returned,
            (select json_agg(json_build_object('part', f.part, 'file', f.file_name, 'size', f.size, 'sha256', encode(f.sha256, 'hex'), 'at', f.created_at) order by f.created_at) from judicial_file f where f.order_id = o.id and (f.side = 'applicant' or f.shown_at is not null)) as files,
            (select json_agg(json_build_object('paper', p.paper, 'says', convert_from(p.statement, 'UTF8')::json, 'sha256', encode(p.sha256, 'hex'), 'at', p.created_at) order by p.ordinal) from judicial_paper p where p.order_id = o.id) as papers,
            (select json_agg(json_build_object('at', s.created_at, 'step', s.step, 'state', s.state, 'reason', case when s.step = any(${innerSteps}::text[]) then '' else s.reason end, 'inquiry', s.inquiry) order by s.created_at, s.id) from judicial_step s where s.order_id = o.id) as steps,
            (select json_agg(json_build_object('at', m.created_at, 'side', m.side, 'content', m.content) order by m.created_at, m.id) from judicial_message m where m.order_id = o.id) as messages
            from judicial_order o where ${ofAccounts('o.account_id', of)} order by o.created_at desc, o.id desc`,
      },
      {
        name: 'officeTemplates',
        order: 231,
        ofOwner: true,
        tables: ['office_template', 'office_template_version'],
        shown: ['at', 'name', 'version'],
        query: (of) =>
          sql`select v.created_at as at, t.name, v.version, v.content, v.person_name as written_by, t.is_offered as offered
            from office_template_version v join office_template t on t.id = v.template_id where ${ofAccounts('t.account_id', of)} order by v.created_at desc, t.id desc, v.version desc`,
      },
      {
        name: 'preservations',
        order: 233,
        ofOwner: true,
        tables: ['preservation_report'],
        shown: ['at', 'number', 'title', 'evidence'],
        query: (of) =>
          sql`select r.created_at as at, r.number, r.title, r.numbers as evidence, r.person_name as made_by, convert_from(r.statement, 'UTF8')::json as says, encode(r.sha256, 'hex') as sha256
            from preservation_report r where ${ofAccounts('r.account_id', of)} order by r.created_at desc, r.id desc`,
      },
      {
        name: 'officeSeals',
        order: 232,
        ofOwner: true,
        tables: ['office_seal'],
        shown: ['at', 'setBy'],
        query: (of) =>
          sql`select s.created_at as at, s.person_name as set_by, s.size, encode(s.sha256, 'hex') as sha256, s.withdrawn_at
            from office_seal s where ${ofAccounts('s.account_id', of)} order by s.created_at desc, s.id desc`,
      },
    ],
    // An office must keep its cases; who of a customer's people asked for one, and what was never handed in, is theirs.
    erase: eraseBy(({ person: { id }, owned }) => [
      sql`update judicial_order set content = content || '{"recipient": "-", "recipientPhone": "-", "address": null, "remark": null}' where account_id = ${anyOf(owned)}`,
      sql`update judicial_order set content = jsonb_set(content, '{agentPhone}', 'null') where account_id = ${anyOf(owned)} and content ? 'agentPhone'`,
      sql`update preservation_report set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update office_seal set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update office_template_version set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`delete from judicial_draft where account_id = ${anyOf(owned)}`,
      sql`delete from judicial_file where account_id = ${anyOf(owned)} and kept_at is null`,
      ...['judicial_order_evidence', 'judicial_step'].map(
        (table) =>
          sql`delete from ${sql.table(table)} where order_id in (select id from judicial_order where account_id = ${anyOf(owned)} and submitted_at is null)`,
      ),
      sql`delete from judicial_order where account_id = ${anyOf(owned)} and submitted_at is null`,
      sql`update judicial_order set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update judicial_order set assignee_name = ${shadowOf(id)} where assignee_id = ${id}`,
      sql`update judicial_file set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update judicial_message set person_name = ${shadowOf(id)} where person_id = ${id}`,
      sql`update judicial_step set person_name = ${shadowOf(id)} where person_id = ${id}`,
    ]),
  },
  queues: [paperQueue, feePaidQueue],
  work: ({ services, authority, log }) => ({
    jobs: [
      { queue: paperQueue, concurrency: 1, run: (job) => sealPaper({ services, authority }, job) },
      { queue: feePaidQueue, concurrency: 1, run: (job) => takePaidFee(services, log, job) },
    ],
  }),
  sweeps: [
    { name: 'orders whose time has passed', everySeconds: 30, run: lapseOrders },
    { name: 'periods of orders', everySeconds: 600, run: watchDeadlines },
    { name: 'papers without their seal', everySeconds: 3_600, run: sweepUnsealed },
  ],
  recordNames: {
    'judicial-order': { table: 'judicial_order', column: 'title', only: 'owner' },
    preservation: { table: 'preservation_report', column: 'title', only: 'owner' },
  },
  routes: (services) => [
    orderRoutes(services),
    notarizationRoutes(services),
    officeOrderRoutes(services),
    templateRoutes(services),
    officeSealRoutes(services),
    preservationRoutes(services),
    standingRoutes(services),
  ],
})
