import { createHash } from 'node:crypto'
import type { OfficeKind } from '../../../contract/accounts/offices.ts'
import type { OrderKind } from '../../../contract/notarization/order-kinds.ts'
import type { AccountTx, Tx } from '../../../server/kit/db/db.ts'
import { newId, newOrderNumber } from '../../../server/kit/ids.ts'
import type { Json } from '../../../server/kit/db/schema.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import type { BuiltEvidence } from '../../kit/people/factories.ts'
import type { Of } from './insert-records.ts'
import { canaryOf, hostOf, ofOtherPlatform } from './owners.ts'

/** Who decides in the offices that were built, by the office. */
export const deciders = new Map<string, Member>()

/** An office that takes orders of everybody on the first platform. */
export const anyOffice = '018f0000-0000-7000-8000-0000000000f1'
/** The same, a notary's. */
export const anyNotaryOffice = '018f0000-0000-7000-8000-0000000000f2'

/** Makes an account an office; its owner decides there. */
async function makeOffice(t: TestApp, { accountId, membershipId }: Member, platformId: string, kind: OfficeKind) {
  await t.services.db.asSystem(async (tx) => {
    await tx
      .insertInto('office')
      .values({
        accountId,
        platformId,
        kind,
        fullName: '某司法鉴定所',
        caseWord: accountId.slice(-12),
        licence: '310000001',
        phone: '021-66660000',
        address: '某市某区某路 1 号',
      })
      .execute()
    await tx
      .insertInto('officeMember')
      .values({
        membershipId,
        accountId,
        platformId,
        role: kind === 'institute' ? 'examiner' : 'notary',
        practiceNumber: '31000001',
      })
      .execute()
  })
}

/** The offices that drafts of the matrix name. */
export async function insertAnyOffice(t: TestApp) {
  for (const [id, kind] of [
    [anyOffice, 'institute'],
    [anyNotaryOffice, 'notary-office'],
  ] as const) {
    const head = await t.member({ name: '某机构', kind: 'enterprise' })
    await t.services.db.asSystem(async (tx) => {
      await tx
        .insertInto('account')
        .values({ id, platformId: t.platformId, kind: 'enterprise', name: '某机构' })
        .execute()
    })
    await makeOffice(t, { ...head, accountId: id }, t.platformId, kind)
  }
}

interface Insert {
  id: string
  office: string
  kind: OrderKind
  made: Of & { personId: string; personName: string }
  canary: string
  more: object
}

/** A draft whose every text is the canary. */
const insertOrder = (tx: AccountTx, { id, office, kind, made, canary, more }: Insert) =>
  tx
    .insertInto('judicialOrder')
    .values({
      ...made,
      id,
      number: newOrderNumber(),
      officeId: office,
      officeName: '某司法鉴定所',
      kind,
      state: 'DRAFT',
      title: canary,
      content: JSON.stringify({
        copies: 1,
        recipient: canary,
        recipientPhone: '13800000000',
        address: canary,
        remark: canary,
        ...more,
      }) as unknown as Json,
      ownerName: canary,
      ownerKind: 'enterprise',
    })
    .execute()

interface Offered {
  id: string
  office: string
  platformId: string
  by: Member
  template: { matterName: string }
}

async function insertTemplate(tx: Tx, { id, office, platformId, by, template }: Offered) {
  const of = { platformId, accountId: office }
  await tx
    .insertInto('officeTemplate')
    .values({ ...of, id, name: template.matterName, version: 1 })
    .execute()
  const content = JSON.stringify(template) as unknown as Json
  await tx
    .insertInto('officeTemplateVersion')
    .values({ ...of, templateId: id, version: 1, personId: by.personId, personName: template.matterName, content })
    .execute()
}

/** An order that an office of its own has, with a file that was handed in and has the content of the evidence. */
export async function buildJudicial(t: TestApp, of: Of, owner: Member, evidence: BuiltEvidence) {
  const { db } = t.services
  const head = await t.member({ name: '某鉴定所', kind: 'enterprise', platformId: of.platformId })
  await makeOffice(t, head, of.platformId, 'notary-office')
  const office = head.accountId
  deciders.set(office, hostOf(owner)['host'] ? ofOtherPlatform(head) : head)
  const [judicialOrder, judicialFile, judicialPaper, canary] = [newId(), newId(), newId(), canaryOf(owner)]
  const [notarization, officeTemplate, officeSeal, preservation] = [newId(), newId(), newId(), newId()]
  const template = { matterName: canary, guide: canary, questions: [], inquiry: [canary], rights: [canary] }
  const made = { ...of, personId: owner.personId, personName: canary }
  await db.forAccount(of, async (tx) => {
    const shown = { office, made, canary }
    const ofCase = { description: canary, question: canary, useType: 'keep', caseNumber: null }
    await insertOrder(tx, {
      ...shown,
      id: judicialOrder,
      kind: 'expertise',
      more: { title: canary, ...ofCase, disputed: false },
    })
    const ofSeal = { ...ofCase, sealName: canary, sealKind: 'other', noticeAccepted: true }
    await insertOrder(tx, { ...shown, id: newId(), kind: 'officialSeal', more: ofSeal })
    const ofNotary = {
      title: canary,
      matterName: canary,
      template: { ...template, id: officeTemplate, version: 1 },
      answers: [],
      purpose: canary,
      usePlace: canary,
      certificateLanguage: 'zh',
      agentName: canary,
      agentPhone: null,
      deliveryWay: 'post',
    }
    const ofPurchase = {
      title: canary,
      shopName: canary,
      shopUrl: `https://example.com/${canary}`,
      goods: [{ goodsName: canary, goodsUrl: `https://example.com/${canary}`, quantity: 1, priceCeiling: 1 }],
      rightsType: 'other',
      purchaseUse: 'keep',
      prove: canary,
    }
    await insertOrder(tx, { ...shown, id: newId(), kind: 'purchase', more: ofPurchase })
    await insertOrder(tx, { ...shown, id: notarization, kind: 'notarization', more: ofNotary })
    const orderId = judicialOrder
    await tx
      .insertInto('judicialOrderEvidence')
      .values({
        ...of,
        orderId,
        evidenceId: evidence.id,
        ordinal: 0,
        number: evidence.number,
        category: 'ATTSETATIONURL',
        name: canary,
      })
      .execute()
    await tx
      .insertInto('judicialStep')
      .values(
        [orderId, notarization].map((id) => ({
          ...made,
          id: newId(),
          orderId: id,
          state: 'DRAFT',
          side: 'applicant',
          told: canary,
        })),
      )
      .execute()
  })
  await db.asSystem(async (tx) => {
    await tx
      .updateTable('judicialOrder')
      .set({ state: 'SUBMITTED', submittedAt: new Date() })
      .where('id', '=', judicialOrder)
      .execute()
    await tx
      .insertInto('officeSeal')
      .values({
        id: officeSeal,
        platformId: of.platformId,
        accountId: office,
        sha256: Buffer.from(evidence.sha256, 'hex'),
        size: `content of ${evidence.number}`.length,
        personId: head.personId,
        personName: canary,
      })
      .execute()
    await insertTemplate(tx, { id: officeTemplate, office, platformId: of.platformId, by: head, template })
    await tx
      .insertInto('judicialFile')
      .values({
        ...made,
        id: judicialFile,
        orderId: judicialOrder,
        keptAt: new Date(),
        shownAt: new Date(),
        part: 'entrustment',
        side: 'applicant',
        fileName: `${canary}.pdf`,
        mediaType: 'application/pdf',
        size: `content of ${evidence.number}`.length,
        sha256: Buffer.from(evidence.sha256, 'hex'),
      })
      .execute()
    await tx
      .updateTable('judicialOrderEvidence')
      .set({ statementSha256: Buffer.from(evidence.sha256, 'hex') })
      .where('orderId', '=', judicialOrder)
      .execute()
    const statement = Buffer.from(JSON.stringify({ says: canary, of: judicialPaper }))
    await tx
      .insertInto('judicialPaper')
      .values({
        ...of,
        id: judicialPaper,
        orderId: judicialOrder,
        ordinal: 1,
        paper: 'record',
        side: 'applicant',
        statement,
        statementSha256: createHash('sha256').update(statement).digest(),
      })
      .execute()
    await tx
      .updateTable('judicialPaper')
      .set({
        sha256: Buffer.from(evidence.sha256, 'hex'),
        size: `content of ${evidence.number}`.length,
        sealedAt: new Date(),
      })
      .where('id', '=', judicialPaper)
      .execute()
    const report = Buffer.from(JSON.stringify({ canary, preservation }))
    await tx
      .insertInto('preservationReport')
      .values({
        ...made,
        id: preservation,
        number: newOrderNumber(),
        title: canary,
        numbers: [evidence.number],
        statement: report,
        statementSha256: createHash('sha256').update(report).digest(),
      })
      .execute()
    await tx
      .insertInto('judicialMessage')
      .values({ ...made, id: newId(), orderId: judicialOrder, side: 'applicant', content: canary })
      .execute()
  })
  return { office, judicialOrder, notarization, officeTemplate, officeSeal, preservation, judicialFile, judicialPaper }
}
