import type { MainPapers, NotaryOffice } from '../../../contract/notarization/notarization-calls.ts'
import { mainPapers } from '../../../contract/notarization/notarization-calls.ts'
import type { NotarizationBody } from '../../../contract/notarization/notarization.ts'
import { factsOfKind, type OrderStep, templateOf } from '../../../contract/notarization/order-kinds.ts'
import { orderCalls, type OrderInfo } from '../../../contract/notarization/orders.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { type KeptTemplate, TemplateContent } from '../../../contract/notarization/templates.ts'
import { officePeople, openOffices } from '../../accounts/offices/offices.read.ts'
import { issuable, list as listEvidence } from '../../evidence/evidence.service.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { findOwn, ownContentsOf } from '../orders/orders.repo.ts'
import { get, required } from '../orders/orders.service.ts'
import { saveDraft } from '../drafts/save-draft.ts'
import { offeredTemplates } from '../templates/templates.repo.ts'
import { judgeAnswers } from './judge-answers.ts'

const kind = 'notarization'

/** Keeps a draft with the template as it stands now; one that has it already keeps the version that it began with. */
export async function save(
  services: Services,
  caller: Caller,
  { orderId, officeId, anos, templateId, answers, ...asked }: NotarizationBody,
) {
  const before = orderId === undefined ? undefined : await begunWith(services, caller, orderId)
  const isKept = before?.officeId === officeId && before.template?.id === templateId
  const template = isKept ? before.template! : await offered(services, caller, officeId, templateId)
  const { kept, problems } = judgeAnswers(template.questions, answers)
  if (problems.length) throw badFields(...problems)
  const content = { ...asked, matterName: template.matterName, template, answers: kept }
  return saveDraft(services, caller, kind, { orderId, officeId, title: asked.title, content, anos })
}

/** Whose template an order has, and as of which version. */
const begunWith = ({ db }: Services, caller: Caller, orderId: string) =>
  db.forAccount(caller, async (tx) => {
    const order = required(await findOwn(tx, caller, orderId))
    if (order.kind !== kind) throw new AppError('wrong-state')
    const [own] = await ownContentsOf(tx, [orderId])
    return { officeId: order.officeId, template: templateOf(kind, own!.content)?.template }
  })

async function offered(services: Services, caller: Caller, officeId: string, id: string): Promise<KeptTemplate> {
  const found = (await templates(services, caller, officeId)).list.find((t) => t.id === id)
  if (!found) throw badFields({ path: 'templateId', key: 'templateGone' })
  return found
}

/** What an office attends to, by name. */
export async function templates({ db }: Services, { platform }: Caller, officeId: string) {
  const found = await offeredTemplates(db.system, platform.id, officeId)
  return { list: found.map(({ id, version, content }) => ({ id, version, ...TemplateContent.parse(content) })) }
}

/** Evidence of the caller's, each with why it cannot be chosen. Words of its page are for whoever may read evidence. */
export async function choosable(services: Services, caller: Caller, find: Parameters<typeof listEvidence>[2]) {
  const { list, ...page } = await listEvidence(services, caller, find)
  const mayRead = caller.rights.has('evidence.read')
  const { list: judged } = await issuable(
    services,
    caller,
    list.map(({ ano }) => ano),
  )
  const of = new Map(judged.map((e) => [e.ano, e]))
  return {
    ...page,
    list: list.map(({ ano, name, date, found }) => ({
      ano,
      name,
      date,
      ...(found && mayRead && { found }),
      size: of.get(ano)!.size,
      reason: of.get(ano)!.reason,
    })),
  }
}

/** Notary offices that take orders, each with its notaries. */
export async function notaries({ db }: Services, { platform }: Caller, officeId: string | undefined) {
  const open = await openOffices(db.system, platform.id, factsOfKind(kind).office)
  const some = open.filter(({ id }) => officeId === undefined || id === officeId)
  const list: NotaryOffice[] = await Promise.all(
    some.map(async ({ id, fullName, phone, address, hours }) => ({
      officeId: id,
      officeName: fullName,
      phone,
      address,
      hours,
      notaries: (await officePeople(db.system, id))
        .filter(({ role }) => role === 'notary')
        .map(({ name, practiceNumber }) => ({ name, practiceNumber })),
    })),
  )
  return { list }
}

/** That an order is of this kind: another's answers as if it did not exist. */
export const requireNotarization = ({ db }: Services, caller: Caller, id: string) =>
  db.forAccount(caller, async (tx) => {
    if (required(await findOwn(tx, caller, id)).kind !== kind) throw new AppError('not-found')
  })

/** An order of this kind: another's answers as if it did not exist. */
export async function notarizationOf(services: Services, caller: Caller, id: string): Promise<OrderInfo> {
  const order = await get(services, caller, id)
  if (order.orderKind !== kind) throw new AppError('not-found')
  return order
}

export async function papers(services: Services, caller: Caller, orderId: string): Promise<MainPapers> {
  const order = await notarizationOf(services, caller, orderId)
  const newest = (name: string) => {
    const paper = order.papers.findLast((p) => p.paper === name)
    if (!paper) return null
    return { ...paper, pdfUrl: paper.sha256 && pathOf(orderCalls.paper, { id: orderId, paperId: paper.id }) }
  }
  return {
    apply: newest(mainPapers.apply),
    acceptance: newest(mainPapers.acceptance),
    inform: newest(mainPapers.inform),
    inquiry: newest(mainPapers.inquiry),
  }
}

/** The step that hands in a paper which its applicant signs. */
export function stepOfPaper(type: keyof typeof mainPapers): OrderStep {
  const [step] = Object.entries(factsOfKind(kind).steps).find(([, { paper }]) => paper === mainPapers[type])!
  return step as OrderStep
}
