import type { Caller } from '../../kit/calls/caller.ts'
import { badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { judgeInTurn } from './address.ts'
import { ensureSigner } from './signers.ts'

/** Before a key is given an address: whether callbacks may go there, and the key that signs them. */
export async function prepareCallbacks({ db, secrets, config }: Services, caller: Caller, address: string | null) {
  if (address === null) return
  const problem = await judgeInTurn(caller.accountId, address, config.allowPrivate)
  if (problem) throw badFields({ path: 'callbackUrl', key: `callback.${problem}` })
  await ensureSigner(db, secrets, caller.platform.id)
}
