import type { Browser } from 'playwright-core'
import { headerCalls } from '../../contract/invoices/headers.ts'
import { invoiceCalls } from '../../contract/invoices/invoices.ts'
import { callAs } from '../kit/browser/by-calls.ts'
import { openVisitor, type Setting, type Visitor } from '../kit/browser/browser.ts'
import {
  answerByCalls,
  applyByCalls,
  draftByCalls,
  draftNotarizationByCalls,
  draftSealByCalls,
  signByCalls,
} from '../kit/browser/orders-by-calls.ts'
import { loginByPassword } from '../kit/browser/sign-in.ts'
import type { Service } from '../kit/browser/start-service.ts'
import { topUpByCalls } from '../kit/browser/money/pay-by-calls.ts'
import { until } from '../kit/browser/until.ts'

const plain: Setting = { language: 'zh-CN', device: 'desktop', theme: 'light' }

/** Some of each kind, one with a name that is longer than its column. */
export async function addHeaders(visitor: Visitor) {
  const general = { headType: 'ENTERPRISE', taxNo: '91350100M000100Y43' }
  const bodies = [
    { headType: 'PERSONAL', title: '张三' },
    { ...general, title: '岛风（福州）知识产权代理有限公司' },
    {
      ...general,
      headType: 'ENTERPRISE_SPECIAL',
      title: '一家名称特别长的、用来检查列表与卡片排版是否仍然整齐的科技发展集团股份有限公司福建分公司',
      address: '福建省福州市鼓楼区某路 100 号某大厦 18 层',
      phone: '0591-88887777',
      bank: '某银行股份有限公司福州分行营业部',
      account: '1234567890123456',
    },
  ]
  await postAll(visitor, 'invoice/header', bodies)
}

/** One that waits, one that was refused, and an order that can be invoiced. */
export async function addInvoices(browser: Browser, { url, accounts }: Service, visitor: Visitor) {
  const { list } = await callAs(visitor, headerCalls.list, { query: {} })
  const wish = {
    headerId: list.find(({ headType }) => headType !== 'ENTERPRISE_SPECIAL')!.id,
    email: 'books@example.com',
  }
  const apply = async (...fen: number[]) => {
    const orderIds: string[] = []
    for (const amount of fen) orderIds.push(await topUpByCalls(visitor, amount))
    return callAs(visitor, invoiceCalls.apply, { body: { ...wish, orderIds } })
  }
  const refused = await apply(12_345, 655)
  await apply(50_000)
  await topUpByCalls(visitor, 20_000)
  await topUpByCalls(visitor, 8_888)
  const staff = await openVisitor(browser, url, plain)
  await loginByPassword(staff, accounts.operator)
  await postAll(staff, `operator/invoice/${refused.id}/refuse`, [{ reason: '税号与抬头不一致，请核对后重新申请。' }])
  await staff.close()
}

/** Orders of notarization: a draft, one whose applicant is inquired, one that is to be signed. Of appraisals: a draft, one that waits for its institute, one that was returned, one that is to be paid; and of seals a draft and one that is to be signed. */
export async function addOrders(browser: Browser, { url, accounts }: Service, visitor: Visitor) {
  const institute = await openVisitor(browser, url, plain)
  await loginByPassword(institute, accounts.institute)
  await draftByCalls(visitor, {
    title: '草稿：一件名称特别长的、用来检查列表与卡片排版是否仍然整齐的电子数据真实性与完整性司法鉴定申请',
  })
  await topUpByCalls(visitor, 200_000)
  await draftSealByCalls(visitor)
  const toSign = await draftSealByCalls(visitor, {
    sealName: '一家名称特别长的科技发展集团股份有限公司福建分公司合同专用章',
  })
  await applyByCalls(visitor, toSign, 'place')
  await answerByCalls(institute, toSign, 'approve')
  const submitted = async (title: string) => {
    const id = await draftByCalls(visitor, { title })
    await signByCalls(visitor, id, 'submit', accounts.enterprise)
    return id
  }
  await answerByCalls(institute, await submitted('录音真实性鉴定'), 'return', {
    reason: '委托书未加盖公章，请补正后重新提交。',
  })
  await answerByCalls(institute, await submitted('电子合同完整性鉴定'), 'accept', { fee: 480_000 })
  await submitted('网页图片同一性鉴定')
  await institute.close()
  await addNotarizations(browser, { url, accounts }, visitor)
}

async function addNotarizations(
  browser: Browser,
  { url, accounts }: Pick<Service, 'url' | 'accounts'>,
  visitor: Visitor,
) {
  const notary = await openVisitor(browser, url, plain)
  await loginByPassword(notary, accounts.notary)
  await draftNotarizationByCalls(visitor, { agentName: '周律师' })
  const { password } = accounts.enterprise
  const inquired = async (title: string) => {
    const id = await draftNotarizationByCalls(visitor, { title })
    await signByCalls(visitor, id, 'submit', { password })
    await answerByCalls(notary, id, 'admit')
    await answerByCalls(notary, id, 'inquire', { questions: ['证据由谁取得？', '取得后是否做过修改？'] })
    return id
  }
  const toSign = await inquired('一件名称特别长的、用来检查列表与卡片排版是否仍然整齐的保全网页证据公证申请')
  await signByCalls(visitor, toSign, 'answer', { password, answers: ['由申请人的员工在平台上取得。', '没有修改。'] })
  await answerByCalls(notary, toSign, 'inform', { fee: 120_000 })
  await inquired('侵权网页证据公证')
  await notary.close()
}

/** One in a city that is its own province, one whose county has a long name. */
export async function addAddresses(visitor: Visitor) {
  const bodies = [
    {
      name: '张三',
      phone: '13800138000',
      provinceCode: '350000',
      cityCode: '350100',
      regionCode: '350102',
      detail: '某路 100 号某大厦 18 层 1801 室',
      tag: '公司',
      postcode: '350001',
    },
    {
      name: '李四',
      phone: '010-88887777',
      provinceCode: '110000',
      cityCode: '110100',
      regionCode: '110105',
      detail: '某街 1 号院 2 号楼 3 单元 401',
      tag: '家',
    },
    {
      name: '欧阳某某知识产权部收发室',
      phone: '0835-8888777',
      provinceCode: '530000',
      cityCode: '532500',
      regionCode: '532530',
      detail: '一条名称特别长的、用来检查列表与卡片排版是否仍然整齐的路 100 号',
    },
  ]
  await postAll(visitor, 'address', bodies)
}

/** What staff write, one of it as long as it may be. */
export async function writeMessages(browser: Browser, { url, accounts }: Service) {
  const staff = await openVisitor(browser, url, plain)
  await loginByPassword(staff, accounts.operator)
  const found = await staff.page.request.get(`/shimakaze/operator/person?keyWord=${accounts.enterprise.phone}`)
  const { data } = (await found.json()) as { data: { list: { id: string }[] } }
  const long =
    '为了继续为您办理业务，请在七日内补充最新的营业执照扫描件，并确认联系人及其手机号仍然有效。如已补充，请忽略此消息。'
  await postAll(staff, `operator/person/${data.list[0]!.id}/message`, [
    { title: '请补充营业执照', content: long },
    {
      title: '关于一份名称特别长的、用来检查列表与卡片排版是否仍然整齐的说明函',
      content: `${long}\n\n`.repeat(6).trim(),
    },
  ])
  await staff.close()
}

/** What the platform's staff write: announcements in several states, choices, contacts. */
export async function addContent(browser: Browser, service: Service) {
  const visitor = await openVisitor(browser, service.url, plain)
  await loginByPassword(visitor, service.accounts.administrator)
  await postAll(visitor, 'operator/announcement', [
    {
      titleZh: '新增网页取证的英文界面',
      contentZh: '即日起，控制台与证书均可选择英文。',
      titleEn: 'Captures and certificates in English',
      contentEn: 'Console and certificates can be read in English from today.',
    },
    {
      titleZh: '关于国庆假期期间客服值班与证据出具时间安排的通知（请提前安排紧急取证事项）',
      contentZh: '假期期间照常取证。\n\n人工服务时间为每日 9:00–12:00，其余时间请留言。',
      fromAt: '2026-01-01T00:00:00Z',
    },
    {
      titleZh: '系统维护通知',
      contentZh: '草稿。',
      titleEn: 'Maintenance',
      contentEn: 'Draft.',
      fromAt: '2030-01-01T00:00:00Z',
      untilAt: '2030-01-02T00:00:00Z',
    },
  ])
  const { data } = (await (
    await visitor.page.request.get('/shimakaze/operator/announcement', { headers: { 'x-requested-with': 'shimakaze' } })
  ).json()) as { data: { list: { id: string }[] } }
  for (const { id } of data.list.slice(1)) await postAll(visitor, `operator/announcement/${id}/publish`, [{}])
  await postAll(visitor, 'operator/dictionary', [
    { type: 'evidenceLabel', code: 'ip', name: '知识产权', nameEn: 'IP law', sort: 1 },
    { type: 'evidenceLabel', code: 'patent', name: '专利', nameEn: 'Patents', sort: 2, parent: 'ip' },
    { type: 'evidenceLabel', code: 'litigation', name: '诉讼', nameEn: 'Litigation', sort: 1 },
    { type: 'evidenceLabel', code: 'complaint', name: '向电商平台投诉侵权商品', sort: 2 },
  ])
  const body = {
    nameZh: '岛风存证（本地）',
    nameEn: 'Shimakaze (local)',
    fullName: '示例市示例公证处',
    fullNameEn: 'Example Notary Office',
    consultationPhone: '0591-87654321',
    email: 'help@example.com',
    officeTime: '工作日 9:00–17:00',
    officeTimeEn: 'Weekdays 9:00–17:00',
    officePlace: '示例市示例路 1 号',
  }
  await visitor.page.request.put('/shimakaze/operator/platform', {
    data: body,
    headers: { 'x-requested-with': 'shimakaze', origin: new URL(visitor.page.url()).origin },
  })
  await visitor.close()
}

/** Changes of the enterprise's balance in several states, and the lines that its bill has of them. */
export async function changeBalance(browser: Browser, { url, accounts }: Service) {
  const asker = await openVisitor(browser, url, plain)
  await loginByPassword(asker, accounts.operator)
  const found = await asker.page.request.get('/shimakaze/operator/account?accountKind=enterprise')
  const { data } = (await found.json()) as { data: { list: { id: string; staff: boolean; evidence: number }[] } }
  const customer = data.list.find((a) => !a.staff && a.evidence > 0)!
  const body = { accountId: customer.id, purpose: 'credit', reason: '银行到账' }
  const asked = (await postAll(asker, 'operator/adjustment', [
    { ...body, amount: 1_234_567, reference: 'ICBC-2026-0001' },
    { ...body, amount: 30_000, purpose: 'gift', reason: '新用户赠送' },
    { ...body, amount: -4_567, purpose: 'correction', reason: '上一笔多记，按银行回单更正' },
    { ...body, amount: 88_888_800, reference: '一份编号特别长的、用来检查排版的银行回单 ICBC-0002' },
  ])) as { data: { id: string } }[]
  await asker.close()
  const decider = await openVisitor(browser, url, plain)
  await loginByPassword(decider, accounts.administrator)
  for (const { data: one } of asked.slice(0, 3)) await postAll(decider, `operator/adjustment/${one.id}/apply`, [{}])
  const tiers = [
    { from: 1, amount: 1_000 },
    { from: 11, amount: 800 },
  ]
  const soon = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await postAll(decider, 'operator/price', [
    { product: 'capture.web', tiers, partialPercent: 50, note: '首批定价' },
    { product: 'capture.web', tiers: [{ from: 1, amount: 1_200 }], effectiveAt: soon, note: '十二月调价' },
    { product: 'deposit.file', tiers: [{ from: 1, amount: 500 }] },
  ])
  await decider.close()
}

/** A certificate as strangers see it, once there is one. */
export async function share(visitor: Visitor): Promise<string> {
  return until('a certificate to share', async () => {
    const [found] = (await postAll(visitor, 'attestation/composite/list', [{ status: 'collected' }])) as {
      data: { list: { ano: string }[] }
    }[]
    const [reply] = (await postAll(visitor, 'share', [
      { ano: found!.data.list[0]!.ano, days: 7, withPackage: true },
    ])) as { data: { token: string } | null }[]
    return reply!.data?.token
  })
}

async function postAll({ page }: Visitor, path: string, bodies: object[]): Promise<unknown[]> {
  const replies: unknown[] = []
  for (const data of bodies)
    replies.push(
      await (
        await page.request.post(`/shimakaze/${path}`, {
          data,
          headers: { 'x-requested-with': 'shimakaze', origin: new URL(page.url()).origin },
        })
      ).json(),
    )
  return replies
}
