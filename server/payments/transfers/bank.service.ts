import type { BankDetails } from '../../../contract/payments/transfers.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import { get as settingsOf } from '../../platform/settings.service.ts'

/** Where a platform takes bank transfers; null where staff named no account, or not all of it. */
export async function bankOf(services: Services, caller: Caller): Promise<BankDetails | null> {
  const { transferPayee: payee, transferBank: bank, transferAccount: account } = await settingsOf(services, caller)
  return payee && bank && account ? { payee, bank, account } : null
}
