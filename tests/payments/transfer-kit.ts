import { approvalCalls } from '../../contract/platform/approvals.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import type { TransferBody } from '../../contract/payments/transfers.ts'
import { newId } from '../../server/kit/ids.ts'
import { agree, otherAdministrator } from '../kit/people/second-word.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'

export const bank = { payee: '岛风科技有限公司', bank: '某银行福州分行', account: '3500 1234 5678' }

/** Bank transfers are taken from now on. */
export async function openBank(t: TestApp, administrator: Member, { payee, bank: name, account } = bank) {
  await otherAdministrator(t)
  const { id: _, ...standing } = (await t.call(settingsOfPlatformCalls.get, {}, administrator)).data
  const body = { ...standing, transferPayee: payee, transferBank: name, transferAccount: account }
  const saved = await t.call(settingsOfPlatformCalls.save, { body }, administrator)
  if (!saved.success) throw new Error(JSON.stringify(saved))
  if (!saved.data.waits) return
  const find = { query: { approvalKind: 'transfer-account', approvalState: 'waiting' } } as const
  const { list } = (await t.call(approvalCalls.list, find, administrator)).data
  await agree(t, list[0]!.id)
}

/** What somebody says that they sent. */
export const told = (more: Partial<TransferBody> = {}) => ({
  amount: 123_456,
  payerName: '汇款人有限公司',
  sentOn: '2026-01-02',
  unique_id: newId(),
  ...more,
})
