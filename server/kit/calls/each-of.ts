import type { BulkResult } from '../../../contract/kit/bulk.ts'
import type { AccountTx } from '../db/db.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { say } from '../words.ts'
import type { Caller } from './caller.ts'

/** Does one thing to many records, each in a transaction of its own: a refusal stands in its record's line. */
export async function eachOf(
  services: Services,
  caller: Caller,
  ids: string[],
  work: (tx: AccountTx, id: string) => Promise<unknown>,
): Promise<BulkResult> {
  const list: BulkResult['list'] = []
  for (const id of new Set(ids)) {
    try {
      await services.db.forAccount(caller, (tx) => work(tx, id))
      list.push({ id, ok: true, message: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      list.push({ id, ok: false, message: say(caller.lang, 'errors', `code.${error.code}`, error.params) })
    }
  }
  return { list }
}
