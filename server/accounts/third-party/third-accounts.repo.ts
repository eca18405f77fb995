import { sql } from 'kysely'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import type { Queryable, Tx } from '../../kit/db/db.ts'
import { newId } from '../../kit/ids.ts'
import { credentials } from '../people.repo.ts'
import type { Identity } from './identity.ts'

interface Named extends Identity {
  platformId: string
  provider: Provider
  appId: string
}

/** Who is known by an identity: within the application, or by the name that several applications of one owner share. */
export function findHolder(db: Queryable, { platformId, provider, appId, subject, also, unionId }: Named) {
  const names = also ? [subject, also] : [subject]
  return db
    .selectFrom('thirdAccount')
    .innerJoin('person', 'person.id', 'thirdAccount.personId')
    .select(['person.id', 'person.name', credentials])
    .where('thirdAccount.platformId', '=', platformId)
    .where('provider', '=', provider)
    .where((e) =>
      e.or([
        e.and([e('appId', '=', appId), e.or([e('subject', 'in', names), e('also', 'in', names)])]),
        ...(unionId ? [e('unionId', '=', unionId)] : []),
      ]),
    )
    .orderBy(sql`(app_id = ${appId})`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertThird(
  tx: Tx,
  personId: string,
  { platformId, provider, appId, subject, also, unionId }: Named,
) {
  await tx
    .insertInto('thirdAccount')
    .values({ id: newId(), personId, platformId, provider, appId, subject, also, unionId })
    .execute()
}

/** False where there was none. */
export async function deleteThird(tx: Tx, personId: string, provider: Provider): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('thirdAccount')
    .where('personId', '=', personId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const thirdsOf = (db: Queryable, personId: string) =>
  db.selectFrom('thirdAccount').select(['provider', 'boundAt']).where('personId', '=', personId).execute()
