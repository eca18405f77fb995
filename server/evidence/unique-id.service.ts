import { type AccountTx, isDuplicate, type Scope } from '../kit/db/db.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { madeUnder } from './unique-id.read.ts'

/** The id that evidence `i` of a request bears. */
export const nthUniqueId = (uniqueId: string | undefined, i: number) =>
  uniqueId ? (i ? `${uniqueId}#${i}` : uniqueId) : null

/** Numbers of what was made under an id, in order. */
export const numbersUnder = async ({ db }: Services, scope: Scope, uniqueId: string): Promise<string[]> =>
  (await db.forAccount(scope, (tx) => madeUnder(tx, scope, uniqueId))).map((e) => e.number)

type Made = Awaited<ReturnType<typeof madeUnder>>[number]
/** What the first request under an id made. */
export type Earlier = readonly [Made, ...Made[]]
type IsSame = (earlier: Earlier) => boolean | Promise<boolean>

/** Undefined where a request comes for the first time; refused where another one bore its id. */
export async function findEarlier(
  tx: AccountTx,
  scope: Scope,
  uniqueId: string | undefined,
  isSame: IsSame,
): Promise<Earlier | undefined> {
  const [first, ...more] = uniqueId ? await madeUnder(tx, scope, uniqueId) : []
  if (!first) return undefined
  if (!(await isSame([first, ...more]))) throw new AppError('unique-id-repeated')
  return [first, ...more]
}

/**
 * Makes evidence once for each unique id of a client's choosing. The same request repeated answers with what it made the first time:
 * whoever lost the answer may ask again. Another request under the same id is refused, for it is a mistake worth telling. Of two that
 * come at the same moment both find nothing; one inserts, the other hits the unique index, and then reads what the first one made.
 */
export async function once<T>(
  { db }: Services,
  scope: Scope,
  uniqueId: string | undefined,
  { isSame, replay }: { isSame: IsSame; replay(earlier: Earlier): T },
  make: (tx: AccountTx) => Promise<T>,
): Promise<T> {
  try {
    return await db.forAccount(scope, async (tx) => {
      const earlier = await findEarlier(tx, scope, uniqueId, isSame)
      return earlier ? replay(earlier) : make(tx)
    })
  } catch (error) {
    if (!isDuplicate(error, 'evidence_unique_id')) throw error
    const earlier = await db.forAccount(scope, (tx) => findEarlier(tx, scope, uniqueId, isSame))
    // The index holds for the whole account, also where the caller sees only what is their own.
    if (!earlier) throw new AppError('unique-id-repeated')
    return replay(earlier)
  }
}
