import { recordAct } from '../kit/audit/audit.ts'
import type { Database, Tx } from '../kit/db/db.ts'
import type { Json } from '../kit/db/schema.ts'
import { newId } from '../kit/ids.ts'

/** By the number of whoever's account each is. */
const offices = {
  '19000000004': {
    kind: 'institute',
    fullName: '衡正司法鉴定所',
    caseWord: '沪衡鉴',
    licence: '310000099',
    phone: '021-66660000',
    address: '上海市徐汇区漕溪北路 1 号',
    hours: '工作日 9:00-17:00',
    sealFee: 80_000,
  },
  '19000000006': {
    kind: 'notary-office',
    fullName: '上海市明理公证处',
    caseWord: '沪明理证',
    licence: '310000088',
    phone: '021-55550000',
    address: '上海市静安区南京西路 8 号',
    hours: '工作日 9:00-17:00',
  },
} as const

/** Who decides there, with the numbers of their licences. */
const deciders: Record<string, { of: keyof typeof offices; role: 'examiner' | 'notary'; practiceNumber: string }> = {
  '19000000004': { of: '19000000004', role: 'examiner', practiceNumber: '310000099001' },
  '19000000005': { of: '19000000004', role: 'examiner', practiceNumber: '310000099002' },
  '19000000006': { of: '19000000006', role: 'notary', practiceNumber: '310000088001' },
  '19000000007': { of: '19000000006', role: 'notary', practiceNumber: '310000088002' },
}

const question = (label: string, more: object = {}) => ({
  label,
  kind: 'text',
  isRequired: false,
  options: [],
  ...more,
})
const inquiry = ['证据由谁、何时、以何种方式取得？', '取得后是否做过修改？', '公证书将用于何处？']
const rights = [
  '公证书证明证据在当时以该形态存在，不证明其内容属实。',
  '您应当如实陈述，并提交真实的材料。虚假陈述或提交虚假材料的，依法承担责任。',
  '公证书出具前可以撤回申请；出具后一年内，可以向本公证处申请复查。',
  '公证费按本公证处的收费标准收取。',
]
const declarations = ['提交的证据和材料真实、完整，取得方式合法。', '同意公证处向有关单位和个人核实。']
const notes = ['领取公证书时，请携带申请人身份证件原件。']
/** What the notary office attends to. */
const templates = [
  {
    matterName: '保全网页证据公证',
    guide: '请准备身份证件。代他人申请的，另备授权委托书；与作品或网页有关的权属材料请一并上传。',
    questions: [
      question('取证日期', { kind: 'date', isRequired: true }),
      question('取证人员', { kind: 'single', isRequired: true, options: ['申请人本人', '申请人的员工', '代理人'] }),
      question('网页内容简述', { kind: 'area', isRequired: true }),
    ],
    inquiry,
    rights,
    declarations,
    notes,
  },
  {
    matterName: '保全视听资料公证',
    guide: '请准备身份证件。录音、录像涉及他人的，请说明是否征得其同意。',
    questions: [
      question('录制地点', { isRequired: true }),
      question('资料类型', { kind: 'multi', isRequired: true, options: ['录音', '录像', '照片'] }),
      question('时长（分钟）', { kind: 'number' }),
    ],
    inquiry,
    rights,
    declarations,
    notes,
  },
]

/** Offices of a first local start answer orders from their first day on, each with two who decide. */
export async function openDemoOffices(db: Database, platformId: string, heads: readonly string[]) {
  const some = Object.entries(offices).filter(([phone]) => heads.includes(phone))
  for (const [head, office] of some) await db.asSystem((tx) => openOne(tx, platformId, head, office))
}

async function openOne(tx: Tx, platformId: string, head: string, office: (typeof offices)[keyof typeof offices]) {
  const phones = Object.keys(deciders).filter((phone) => deciders[phone]!.of === head)
  const members = await tx
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .select([
      'membership.id',
      'membership.accountId',
      'membership.role',
      'person.id as personId',
      'person.name',
      'person.phone',
    ])
    .where('membership.platformId', '=', platformId)
    .where('person.phone', 'in', phones)
    .execute()
  const owner = members.find(({ role }) => role === 'owner')!
  const { accountId } = owner
  await tx
    .insertInto('office')
    .values({ accountId, platformId, ...office })
    .execute()
  for (const { id, phone } of members) {
    const { role, practiceNumber } = deciders[phone!]!
    await tx
      .insertInto('officeMember')
      .values({ membershipId: id, platformId, accountId, role, practiceNumber })
      .execute()
  }
  if (office.kind === 'notary-office') await offerTemplates(tx, platformId, owner)
  await recordAct(
    tx,
    { system: true, platform: { id: platformId }, accountId },
    { action: 'office.added', subjectKind: 'office', subjectId: accountId, details: office },
  )
}

async function offerTemplates(
  tx: Tx,
  platformId: string,
  { accountId, personId, name }: { accountId: string; personId: string; name: string },
) {
  for (const content of templates) {
    const id = newId()
    await tx
      .insertInto('officeTemplate')
      .values({ id, platformId, accountId, name: content.matterName, version: 1 })
      .execute()
    await tx
      .insertInto('officeTemplateVersion')
      .values({
        templateId: id,
        version: 1,
        platformId,
        accountId,
        personId,
        personName: name,
        content: JSON.stringify(content) as unknown as Json,
      })
      .execute()
  }
}
