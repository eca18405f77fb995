import { createHash, randomBytes } from 'node:crypto'
import { type PaperStatement, paperBytes, type PaperSignature } from '../../../proof/paper/statement.ts'
import type { OrderPaperName, OrderStep } from '../../../contract/notarization/order-kinds.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import { officePeople } from '../../accounts/offices/offices.read.ts'
import type { Tx } from '../../kit/db/db.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { platformById, platformName, publicUrlOf } from '../../platform/platform.service.ts'
import { filesOf } from '../orders/files.repo.ts'
import { contentOf, evidenceOf, kindOf, lastTakers, type OrderRecord, type StepRecord } from '../orders/orders.repo.ts'
import { composePaper, type PaperPerson } from './compose-paper.ts'
import { insertPaper, papersOf } from './papers.repo.ts'

export interface PaperOf {
  /** As it is after the step. */
  order: OrderRecord
  name: OrderStep
  paper: OrderPaperName
  /** The step as it was taken. */
  taken: StepRecord
  signature: PaperSignature | undefined
}

/** Fixes what a paper says, in the transaction of the step that it tells of: nothing that comes later changes it. Its sealed page follows from it. */
export async function writePaper(services: Services, tx: Tx, { order, name, paper, taken, signature }: PaperOf) {
  const ordinal = (await papersOf(tx, order.id)).length + 1
  const { by } = factsOfKind(kindOf(order)).steps[name]!
  const side = by === 'applicant' ? 'applicant' : 'office'
  const platform = await platformById(tx, order.platformId)
  const statement: PaperStatement = {
    type: 'shimakaze-paper/v1',
    paper,
    number: `${order.number}-${ordinal}`,
    created: taken.createdAt.toISOString(),
    salt: randomBytes(16).toString('base64'),
    platform: { name: platformName(platform, 'zh-CN'), origin: new URL(publicUrlOf(services.config, platform)).origin },
    ...composePaper({
      order,
      paper,
      taken,
      side,
      ...(await contentOf(tx, order.id)),
      evidence: await evidenceOf(tx, order.id),
      files: (await filesOf(tx, order.id)).filter(({ keptAt }) => keptAt),
      people: await peopleOf(tx, order, name, taken),
      office: await officeOf(tx, order.officeId),
    }),
    signatures: signature ? [signature] : [],
  }
  const bytes = Buffer.from(paperBytes(statement))
  await insertPaper(tx, {
    id: newId(),
    orderId: order.id,
    platformId: order.platformId,
    accountId: order.accountId,
    ordinal,
    paper,
    side,
    statement: bytes,
    statementSha256: createHash('sha256').update(bytes).digest(),
  })
}

const officeOf = (tx: Tx, officeId: string) =>
  tx.selectFrom('office').select(['fullName', 'licence']).where('accountId', '=', officeId).executeTakeFirstOrThrow()

/** Who of the office stands for the paper, with the numbers of their licences: two where the rules want two. */
async function peopleOf(tx: Tx, order: OrderRecord, name: OrderStep, taken: StepRecord): Promise<PaperPerson[]> {
  const { by, notBy } = factsOfKind(kindOf(order)).steps[name]!
  if (by !== 'office') return []
  const before = notBy ? await lastTakers(tx, [order.id], [notBy]) : []
  const people = await officePeople(tx, order.officeId)
  return [...before.map(({ personId }) => personId), taken.personId].flatMap((id) => {
    const person = people.find(({ personId }) => personId === id)
    return person ? [{ name: person.name, role: person.role, practiceNumber: person.practiceNumber }] : []
  })
}
