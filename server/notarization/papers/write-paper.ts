import type { PaperFile, PaperSignature } from '../../../proof/paper/statement.ts'
import { factsOfKind, type OrderPaperName } from '../../../contract/notarization/order-kinds.ts'
import { officePeople } from '../../accounts/offices/offices.read.ts'
import type { Tx } from '../../kit/db/db.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { platformById } from '../../platform/platform.service.ts'
import { periodsNow } from '../orders/deadlines.ts'
import { shownFilesOf } from '../orders/files.repo.ts'
import { contentOf, handedInOf, type OrderRecord } from '../orders/orders.repo.ts'
import { kindOf, stepOf } from '../rules/orders.types.ts'
import type { StepRecord } from '../orders/steps.repo.ts'
import { sealInUse } from '../seals/office-seal.repo.ts'
import { composePaper, type PaperPerson } from './compose-paper.ts'
import { fixStatement } from './fix-statement.ts'
import { insertPaper, papersOf } from './papers.repo.ts'

interface PaperOf {
  /** As it is now. */
  order: OrderRecord
  /** Steps that were taken, the last one last. */
  steps: readonly StepRecord[]
  office: { fullName: string; licence: string }
  paper: OrderPaperName
  side: 'applicant' | 'office'
  at: Date
  /** The step that it tells of. */
  taken?: StepRecord
  people?: PaperPerson[]
  signature?: PaperSignature | undefined
  /** Of a record: what comes with it. */
  contents?: PaperFile[]
}

/** Fixes what a paper says, in the transaction of what it tells of: nothing that comes later changes it. Its sealed page follows from it. */
export async function writePaper(services: Services, tx: Tx, { signature, ...of }: PaperOf): Promise<string> {
  const { order, steps, paper, side, at } = of
  const ordinal = (await papersOf(tx, order.id)).length + 1
  const platform = await platformById(tx, order.platformId)
  const { shows, original } = factsOfKind(kindOf(order)).papers[paper]!
  const fixed = fixStatement(services, platform, {
    at,
    paper,
    number: `${order.number}-${ordinal}`,
    ...composePaper({
      people: [],
      ...of,
      ...(await contentOf(tx, order.id)),
      periods: shows.includes('periods') ? await periodsNow(tx, order, steps) : [],
      evidence: await handedInOf(tx, order.id),
      files: await shownFilesOf(tx, order.id),
    }),
    signatures: signature ? [signature] : [],
  })
  // A document of the office is sealed as it is: nothing is drawn on it.
  const seal = side === 'office' && !original ? await sealInUse(tx, order.officeId) : undefined
  const id = newId()
  await insertPaper(tx, {
    id,
    orderId: order.id,
    platformId: order.platformId,
    accountId: order.accountId,
    ordinal,
    paper,
    side,
    ...fixed,
    sealId: seal?.id ?? null,
  })
  return id
}

type StepPaper = Pick<PaperOf, 'order' | 'paper' | 'steps' | 'office' | 'signature'>

/** Writes the paper that tells of the last step. */
export async function writeStepPaper(services: Services, tx: Tx, of: StepPaper) {
  const taken = of.steps.at(-1)!
  const side = taken.side === 'applicant' ? 'applicant' : 'office'
  const people = await peopleOf(tx, of)
  await writePaper(services, tx, { ...of, side, at: taken.createdAt, taken, people })
}

/** Who of the office stands for the paper, with the numbers of their licences: two where the rules want two. */
async function peopleOf(tx: Tx, { order, steps }: StepPaper): Promise<PaperPerson[]> {
  const taken = steps.at(-1)!
  const { by, notBy } = stepOf(order, taken.step!)!
  if (by !== 'office') return []
  const before = notBy ? steps.filter(({ step }) => step === notBy).slice(-1) : []
  const people = await officePeople(tx, order.officeId)
  return [...before, taken].flatMap(({ personId: id }) => {
    const person = people.find(({ personId }) => personId === id)
    return person ? [{ name: person.name, role: person.role, practiceNumber: person.practiceNumber }] : []
  })
}
