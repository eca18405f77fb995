import { type IdentityWay, maskNumber } from '../../contract/real-name/certify.ts'
import { maskName } from '../../contract/kit/mask.ts'
import type { VerifiedIdentity } from '../../proof/statement.ts'
import type { Tx } from '../kit/db/db.ts'
import type { Services } from '../kit/services.ts'
import type { IdentityRecord } from './certify.repo.ts'

/** What stands sealed in an attempt. An enterprise's name and code are public and stand beside it, its representative's name does not. */
export interface SealedIdentity {
  name: string
  number: string
  validUntil?: string
  legalPerson?: string
}

/** Kinds of numbers never meet: a person's lookup finds persons only. */
export const lookupOf = ({ secrets }: Services, kind: string, number: string) =>
  secrets.lookup(number, `real-name ${kind}`)

/** The columns of names and numbers, for an attempt of this id. */
export async function sealedColumns(
  services: Services,
  tx: Tx,
  { id, kind }: { id: string; kind: 'PERSONAL' | 'ENTERPRISE' },
  identity: SealedIdentity,
) {
  const { name, number } = identity
  const enterprise = kind === 'ENTERPRISE'
  return {
    sealed: await services.secrets.seal(tx, JSON.stringify(identity), id),
    lookup: await lookupOf(services, kind, number),
    nameMasked: enterprise ? name : maskName(name, 'personal'),
    numberMasked: enterprise ? number : maskNumber(number),
    ...(enterprise ? { company: name, creditCode: number } : {}),
  }
}

export const openIdentity = async (
  { secrets }: Services,
  { id, sealed }: Pick<IdentityRecord, 'id' | 'sealed'>,
): Promise<SealedIdentity | undefined> =>
  sealed === null ? undefined : (JSON.parse(await secrets.open(sealed, id)) as SealedIdentity)

/** As evidence states it: a person's number masked, for packages go to others; an enterprise's is public. */
export function statedOf(
  { way, decidedAt, kind }: Pick<IdentityRecord, 'way' | 'decidedAt' | 'kind'>,
  { name, number }: SealedIdentity,
): VerifiedIdentity {
  return {
    name,
    number: kind === 'ENTERPRISE' ? number : maskNumber(number),
    way: way as IdentityWay,
    at: decidedAt!.toISOString(),
  }
}
