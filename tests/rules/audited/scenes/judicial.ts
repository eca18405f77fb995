import { officeCalls, officePeopleCalls } from '../../../../contract/accounts/offices.ts'
import { officeOrderCalls } from '../../../../contract/notarization/office-orders.ts'
import { notarizationCalls } from '../../../../contract/notarization/notarization-calls.ts'
import { orderCalls } from '../../../../contract/notarization/orders.ts'
import { officeSealCalls } from '../../../../contract/notarization/office-seal.ts'
import { preservationCalls } from '../../../../contract/notarization/preservation.ts'
import { templateCalls } from '../../../../contract/notarization/templates.ts'
import { pathOf } from '../../../../contract/kit/call.ts'
import type { Member } from '../../../kit/build-test-app.ts'
import { sealPng } from '../../../kit/pictures.ts'
import { buildEvidence } from '../../../kit/people/factories.ts'
import { openOffice, type TestOffice } from '../../../kit/people/offices.ts'
import { smallPdf } from '../../../kit/small-pdf.ts'
import {
  matter,
  notarial,
  ordersAt,
  purchase,
  seal,
  sendForm,
  template,
  templateAt,
} from '../../../notarization/order-kit.ts'
import { papersIn } from '../../../notarization/paper-kit.ts'
import { localAuthority } from '../../../trust/sample.ts'
import { act, type Scenes, type Stage } from '../stage.ts'

export function judicialScenes({ t, owner, administrator, must, bytes }: Stage): Scenes {
  let opened: Promise<TestOffice> | undefined
  async function at() {
    opened ??= openOffice(t)
    const office = await opened
    return { office, ...ordersAt(t, owner, office) }
  }
  async function inState(state: string) {
    const orders = await at()
    const { id, ano } = await orders.draft()
    await orders.bringTo(id, state, 0)
    return { id, ano, ...orders }
  }
  let notaries: Promise<TestOffice> | undefined
  async function atNotary() {
    notaries ??= openOffice(t, { kind: 'notary-office', name: '某公证处' })
    const office = await notaries
    return { office, ...ordersAt(t, owner, office) }
  }
  async function notarized(state: string, fee = 0) {
    const orders = await atNotary()
    const { id } = await orders.draftNotarization()
    await orders.bringTo(id, state, fee)
    return { id, ...orders }
  }
  async function offered() {
    const office = await openOffice(t, { kind: 'notary-office' })
    return { ...office, ...(await templateAt(t, office)) }
  }
  const whole = async (reply: Promise<{ success: boolean; data: { id: string } }>) => {
    const { success, data } = await reply
    if (!success) throw new Error('a file was refused')
    return data.id
  }
  async function fileOf(side: 'applicant' | 'office') {
    const made = await inState(side === 'office' ? 'EXAMINING' : 'DRAFT')
    const part = side === 'office' ? 'report' : 'material'
    return { ...made, fileId: await whole(made.add(side, made.id, part, { bytes: smallPdf(part) })) }
  }
  /** With the entrustment that was signed for it, sealed. */
  async function paperOf() {
    const made = await inState('SUBMITTED')
    const { sealAll, listOf } = papersIn(t, await localAuthority())
    await sealAll()
    return { ...made, paperId: (await listOf(made.id, owner))[0]!.id }
  }
  async function recordOf() {
    const made = await paperOf()
    const { sealAll } = papersIn(t, await localAuthority())
    const { id: paperId } = await must(orderCalls.makeRecord, { params: { id: made.id } }, owner)
    await sealAll()
    return { ...made, paperId }
  }
  const sealed = (head: Member) =>
    whole(
      sendForm(t, pathOf(officeSealCalls.set), { as: head, fields: {}, file: { bytes: sealPng(), name: 'seal.png' } }),
    )
  let words = 0
  const said = (more = {}) => ({
    officeKind: 'institute' as const,
    fullName: '某司法鉴定所',
    caseWord: `某${++words}鉴`,
    licence: '310000002',
    phone: '021-66660000',
    address: '某市某区某路 1 号',
    ...more,
  })
  return {
    'judicialOrders.saveExpertise': act(
      async () => ({ officeId: (await at()).office.id, anos: [(await buildEvidence(t, owner)).number] }),
      (more) => must(orderCalls.saveExpertise, { body: { ...matter, ...more } }, owner),
    ),
    'judicialOrders.saveOfficialSeal': act(
      async () => ({ officeId: (await at()).office.id }),
      (more) => must(orderCalls.saveOfficialSeal, { body: { ...seal, ...more } }, owner),
    ),
    'judicialOrders.savePurchase': act(
      async () => ({ officeId: (await atNotary()).office.id }),
      (more) => must(orderCalls.savePurchase, { body: { ...purchase, ...more } }, owner),
    ),
    'notarization.save': act(
      async () => {
        const { office } = await atNotary()
        const templateId = (await templateAt(t, office)).id
        return { officeId: office.id, templateId, anos: [(await buildEvidence(t, owner)).number] }
      },
      (more) => must(notarizationCalls.save, { body: { ...notarial, ...more } }, owner),
    ),
    'notarization.abandon': act(
      () => notarized('SUBMITTED'),
      ({ id }) => must(notarizationCalls.abandon, { params: { id } }, owner),
    ),
    'notarization.message': act(
      () => notarized('SUBMITTED'),
      ({ id }) => must(notarizationCalls.message, { body: { orderId: id, content: '请问进度？' } }, owner),
    ),
    'notarization.sign': act(
      () => notarized('DRAFT'),
      async ({ id, signatureOf }) =>
        must(notarizationCalls.sign, { body: { orderId: id, type: 'apply', signature: await signatureOf(id) } }, owner),
    ),
    'notarization.pay': act(
      () => notarized('TO_PAY'),
      ({ id }) => must(notarizationCalls.pay, { body: { orderId: id } }, owner),
    ),
    'notarization.payOnline': act(
      () => notarized('TO_PAY', 100),
      ({ id }) => must(notarizationCalls.payOnline, { params: { channel: 'wechat' }, body: { orderId: id } }, owner),
    ),
    'officeSeal.set': act(
      () => openOffice(t),
      ({ head }) => sealed(head),
    ),
    'officeSeal.withdraw': act(
      async () => {
        const office = await openOffice(t)
        await sealed(office.head)
        return office
      },
      ({ head }) => must(officeSealCalls.withdraw, {}, head),
    ),
    'templates.add': act(
      () => openOffice(t, { kind: 'notary-office' }),
      ({ decider }) => must(templateCalls.add, { body: template }, decider),
    ),
    'templates.change': act(
      () => offered(),
      ({ decider, id }) => must(templateCalls.change, { params: { id }, body: { ...template, version: 1 } }, decider),
    ),
    'templates.setOffered': act(
      () => offered(),
      ({ decider, id }) => must(templateCalls.setOffered, { params: { id }, body: { offered: false } }, decider),
    ),
    'preservation.make': act(
      async () => [(await buildEvidence(t, owner)).number],
      (anos) => must(preservationCalls.make, { body: { anos, name: '侵权证据' } }, owner),
    ),
    'preservation.file': act(
      async () => {
        const anos = [(await buildEvidence(t, owner)).number]
        const { orderId } = await must(preservationCalls.make, { body: { anos, name: '侵权证据' } }, owner)
        await papersIn(t, await localAuthority()).sealAll()
        return orderId
      },
      (id) => bytes(preservationCalls.file, { id }, {}, owner),
    ),
    'judicialOrders.remove': act(
      () => inState('DRAFT'),
      ({ id }) => must(orderCalls.remove, { params: { id } }, owner),
    ),
    'judicialOrders.addFile': act(
      () => inState('DRAFT'),
      ({ id, add }) => whole(add('applicant', id, 'material')),
    ),
    'judicialOrders.removeFile': act(
      () => fileOf('applicant'),
      ({ id, fileId }) => must(orderCalls.removeFile, { params: { id, fileId } }, owner),
    ),
    'judicialOrders.file': act(
      () => fileOf('applicant'),
      ({ id, fileId }) => bytes(orderCalls.file, { id, fileId }, {}, owner),
    ),
    'judicialOrders.paper': act(
      () => paperOf(),
      ({ id, paperId }) => bytes(orderCalls.paper, { id, paperId }, {}, owner),
    ),
    'judicialOrders.makeRecord': act(
      () => paperOf(),
      ({ id }) => must(orderCalls.makeRecord, { params: { id } }, owner),
    ),
    'judicialOrders.record': act(
      () => recordOf(),
      ({ id, paperId }) => bytes(orderCalls.record, { id, paperId }, {}, owner),
    ),
    'judicialOrders.say': act(
      () => inState('SUBMITTED'),
      ({ id }) => must(orderCalls.say, { params: { id }, body: { content: '请问进度？' } }, owner),
    ),
    'judicialOrders.step': act(
      () => inState('DRAFT'),
      async ({ id, signatureOf }) =>
        must(orderCalls.step, { params: { id, step: 'submit' }, body: { signature: await signatureOf(id) } }, owner),
    ),
    'officeOrders.assign': act(
      () => inState('SUBMITTED'),
      ({ id, office: { decider, assistant } }) =>
        must(officeOrderCalls.assign, { params: { id }, body: { assigneeId: assistant.personId } }, decider),
    ),
    'officeOrders.addFile': act(
      () => inState('EXAMINING'),
      ({ id, add }) => whole(add('office', id, 'report')),
    ),
    'officeOrders.removeFile': act(
      () => fileOf('office'),
      ({ id, fileId, office }) => must(officeOrderCalls.removeFile, { params: { id, fileId } }, office.decider),
    ),
    'officeOrders.file': act(
      () => fileOf('office'),
      ({ id, fileId, office }) => bytes(officeOrderCalls.file, { id, fileId }, {}, office.decider),
    ),
    'officeOrders.paper': act(
      () => paperOf(),
      ({ id, paperId, office }) => bytes(officeOrderCalls.paper, { id, paperId }, {}, office.decider),
    ),
    'officeOrders.makeRecord': act(
      () => paperOf(),
      ({ id, office }) => must(officeOrderCalls.makeRecord, { params: { id } }, office.decider),
    ),
    'officeOrders.record': act(
      () => recordOf(),
      ({ id, paperId, office }) => bytes(officeOrderCalls.record, { id, paperId }, {}, office.decider),
    ),
    'officeOrders.evidenceFile': act(
      () => inState('SUBMITTED'),
      async ({ id, ano, office }) => {
        const { files } = await must(officeOrderCalls.evidence, { params: { id, ano } }, office.decider)
        await bytes(officeOrderCalls.evidenceFile, { id, ano, fileId: files[0]!.id }, {}, office.decider)
      },
    ),
    'officeOrders.package': act(
      () => inState('SUBMITTED'),
      ({ id, ano, office }) => bytes(officeOrderCalls.package, { id, ano }, {}, office.decider),
    ),
    'officeOrders.say': act(
      () => inState('SUBMITTED'),
      ({ id, office }) => must(officeOrderCalls.say, { params: { id }, body: { content: '已收到' } }, office.decider),
    ),
    'officeOrders.step': act(
      () => inState('SUBMITTED'),
      ({ id, office }) =>
        must(officeOrderCalls.step, { params: { id, step: 'accept' }, body: { fee: 100 } }, office.decider),
    ),
    'offices.save': act(
      () => t.member({ kind: 'enterprise' }),
      ({ accountId: id }) => must(officeCalls.save, { params: { id }, body: said() }, administrator),
    ),
    'offices.setOpen': act(
      () => openOffice(t),
      ({ id }) => must(officeCalls.setOpen, { params: { id }, body: { open: false } }, administrator),
    ),
    'officePeople.setRole': act(
      () => openOffice(t),
      ({ head, assistant }) =>
        must(
          officePeopleCalls.setRole,
          { params: { id: assistant.membershipId }, body: { officeRole: 'examiner', practiceNumber: '31000009' } },
          head,
        ),
    ),
  }
}
