import { Readable } from 'node:stream'
import { HeadType } from '../../../contract/invoices/headers.ts'
import { yuanOf } from '../../../contract/kit/money.ts'
import { isInvoiceNumber } from '../../../contract/invoices/staff-invoices.ts'
import { isDuplicate, type Tx } from '../../kit/db/db.ts'
import { announce } from '../../kit/notify/live.ts'
import type { Services } from '../../kit/services.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import { eachAlone, takeDueToAsk } from '../../kit/work/ask-due.ts'
import type { WorkLog } from '../../kit/work/domain.ts'
import { platformById } from '../../platform/platform.service.ts'
import { findOfPlatform, lockOfPlatform } from '../applications/invoices.repo.ts'
import { judgePaper, type Paper, paperName } from '../applications/paper.ts'
import { type Found, issueIn } from '../applications/staff-invoices.service.ts'
import { KeptHeader } from '../applications/shown.ts'
import { type GatewayActor, tellAct } from '../applications/steps.ts'
import { type GatewayAnswer, GatewayFailure, type TaxGateway } from './gateway.types.ts'
import { gatewayOf } from './gateways.ts'
import * as repo from './submissions.repo.ts'

const mostAtOnce = 20
/** Seconds from one time to the next. */
const waits = [5, 10, 30, 120, 600, 3_600]
/** How often a file is wanted in vain before the invoice counts without it; staff may add it then. */
const mostMissed = 10

/** Tells gateways what they are to issue, and asks about what they have not said. */
export async function sendSubmissions(services: Services, log: WorkLog) {
  const due = await takeDueToAsk(services.db, 'invoice_submission', waits, mostAtOnce)
  await eachAlone(
    await Promise.all(due.map((id) => repo.findSubmission(services.db.system, id))),
    (submission) => send(services, log, submission),
    // It is tried again by the same number.
    (err, { number: submission }) => {
      const kind = err instanceof GatewayFailure && err.kind === 'ours' ? 'error' : 'warn'
      log[kind]({ err, submission }, 'a tax gateway could not be asked')
    },
  )
}

async function send(services: Services, log: WorkLog, submission: repo.Submission) {
  const { system } = services.db
  const platform = await platformById(system, submission.platformId)
  const gateway = gatewayOf(services.config, platform.notaryId)
  const invoice = await findOfPlatform(system, submission.platformId, submission.invoiceId)
  if (!gateway || !invoice) throw new Error('there is no gateway any more')
  const answer = await stateOf(gateway, submission, invoice)
  if (answer.state === 'failed') return fail(services, submission, invoice, answer.why)
  if (answer.state !== 'issued') return
  const problem = problemOf(answer, submission)
  if (problem) {
    log.error({ submission: submission.number, ...problem }, 'a tax gateway issued what it was not asked for')
    return hold(services, submission, problem)
  }
  await issue(services, log, gateway, { submission, invoice, answer })
}

/** A gateway that refuses, and knows of no such invoice, has not issued it and never will by this number. */
async function stateOf(gateway: TaxGateway, submission: repo.Submission, invoice: Found): Promise<GatewayAnswer> {
  if (submission.asked > 1) {
    const known = await gateway.ask(submission.number)
    if (known.state !== 'unknown') return known
  }
  const refusal = await gateway.submit({
    number: submission.number,
    amount: submission.amount,
    kind: HeadType.parse(invoice.invoiceType),
    title: invoice.title,
    header: KeptHeader.parse(invoice.header),
    remark: invoice.remark,
    at: submission.createdAt,
  })
  if (!refusal) return { state: 'pending' }
  const known = await gateway.ask(submission.number)
  return known.state === 'unknown' ? { state: 'failed', why: refusal.refused } : known
}

type Issued = GatewayAnswer & { state: 'issued' }

function problemOf({ number, amount }: Issued, submission: repo.Submission): repo.Problem | undefined {
  if (amount !== null && amount !== submission.amount) return { trouble: 'other-amount', problem: yuanOf(amount) }
  return isInvoiceNumber(number, null) ? undefined : { trouble: 'odd-number', problem: number.slice(0, 60) }
}

const actorOf = ({ platformId, personId, personName }: repo.Submission): GatewayActor => ({
  system: true,
  platform: { id: platformId },
  personId,
  personName,
})

const fail = (services: Services, submission: repo.Submission, invoice: Found, why: string) =>
  services.db.asSystem(async (tx) => {
    if (!(await repo.end(tx, submission.id, 'failed', { trouble: 'refused', problem: why }))) return
    await tellAct(tx, actorOf(submission), 'failed', invoice)
    await tellAsker(tx, submission)
  })

const hold = (services: Services, submission: repo.Submission, problem: repo.Problem) =>
  services.db.asSystem(async (tx) => {
    await repo.hold(tx, submission.id, problem)
    await tellAsker(tx, submission)
  })

/** The console of whoever asked for it shows what came of it. */
const tellAsker = (tx: Tx, { staffAccountId, invoiceId }: repo.Submission) =>
  announce(tx, staffAccountId, { topic: 'staffInvoices', id: invoiceId })

interface Ready {
  submission: repo.Submission
  invoice: Found
  answer: Issued
}

/** With its file, which is worth some waiting. */
async function issue(services: Services, log: WorkLog, gateway: TaxGateway, ready: Ready) {
  const { submission, invoice, answer } = ready
  const paper = await paperFrom(gateway, answer.files)
  if (!paper && submission.filesMissed < mostMissed) {
    await repo.countMissedFile(services.db.system, submission.id)
    log.warn({ submission: submission.number }, 'the file of an invoice could not be had yet')
    return
  }
  const { number } = answer
  await againWhenGone(async () => {
    const stored = paper && (await services.store.put(Readable.from([paper.bytes])))
    await services.db.asSystem(async (tx) => {
      // Whoever submits holds the invoice before they look for what is under way: in another order the two would wait for each other.
      await lockOfPlatform(tx, submission.platformId, submission.invoiceId)
      if (!(await repo.end(tx, submission.id, 'issued'))) return
      if (stored) await holdObjects(tx, services.store, [stored])
      await issueIn(services, tx, actorOf(submission), invoice, {
        number,
        code: null,
        ...(paper &&
          stored && {
            fileName: paperName(paper.mediaType, number, null),
            mediaType: paper.mediaType,
            size: stored.size,
            sha256: Buffer.from(stored.sha256, 'hex'),
          }),
      })
      await tellAsker(tx, submission)
    })
  }).catch(async (error: unknown) => {
    if (!isDuplicate(error, 'invoice_paper_once')) throw error
    log.error({ submission: submission.number }, 'a tax gateway told of a number that another invoice has')
    await hold(services, submission, { trouble: 'number-taken', problem: number })
  })
}

/** The first of its files that is one. */
async function paperFrom(gateway: TaxGateway, addresses: readonly string[]): Promise<Paper | undefined> {
  for (const address of addresses)
    try {
      return judgePaper({ name: '', bytes: await gateway.download(address) })
    } catch {
      // The next one, or a later time.
    }
  return undefined
}
