import type { InvoiceHeader } from '../../../contract/invoices/headers.ts'
import { carried, detailsOfKind, type HeadType } from '../../../contract/invoices/headers.ts'
import { writePath } from '../../../contract/addresses/divisions.ts'
import type { InvoiceWish } from '../../../contract/invoices/invoices.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import * as addresses from '../../addresses/addresses.service.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { AccountTx } from '../../kit/db/db.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { identitiesOf } from '../../real-name/known.service.ts'
import * as headers from '../headers.service.ts'
import type { KeptHeader } from './shown.ts'

/** What an invoice keeps of whom it is for, and where it goes. */
export interface Kept {
  invoiceType: HeadType
  title: string
  header: KeptHeader
  medium: 'DIGITAL' | 'PAPER'
  email: string | null
  receiver: string | null
  remark: string
}

const absent = (error: unknown): undefined => {
  if (error instanceof AppError && error.code === 'not-found') return undefined
  throw error
}

/** Whether this header has all that an invoice of that kind shows; a person's and an enterprise's never stand for each other. */
const fits = (header: InvoiceHeader, kind: HeadType) =>
  (kind === 'PERSONAL') === (header.headType === 'PERSONAL') &&
  detailsOfKind[kind].every((detail) => header[detail] !== null)

/** Whoever may not see the account's addresses has none to choose from. */
async function receiverOf(services: Services, caller: Caller, id: string) {
  if (!caller.rights.has('addresses.read')) return undefined
  const found = await addresses.get(services, caller, id).catch(absent)
  if (!found) return undefined
  const { name, phone, provinceName, cityName, regionName, detail, postcode } = found
  const place = writePath([provinceName, cityName, regionName])
  return [name, phone, `${place} ${detail}`, postcode].filter(Boolean).join(', ')
}

/** Copies header and receiver as they are now; everything that is wrong with them is told at once, `more` with it. */
export async function keptOf(
  services: Services,
  caller: Caller,
  wish: InvoiceWish,
  more: readonly FieldProblem[] = [],
): Promise<Kept> {
  const header = await headers.get(services, caller, wish.headerId).catch(absent)
  const invoiceType = wish.invoiceType ?? header?.headType
  const onPaper = wish.medium === 'PAPER'
  const receiver = onPaper && wish.addressId ? await receiverOf(services, caller, wish.addressId) : null
  const problems: FieldProblem[] = [...more]
  if (!header) problems.push({ path: 'headerId', key: 'headerGone' })
  else if (!fits(header, invoiceType!)) problems.push({ path: 'invoiceType', key: 'headerUnfit' })
  if (receiver === undefined) problems.push({ path: 'addressId', key: 'addressGone' })
  if (problems.length || !header) throw badFields(...problems)
  const { title, taxNo, address, phone, bank, account } = carried({ ...header, headType: invoiceType! })
  return {
    invoiceType: invoiceType!,
    title,
    header: { taxNo, address, phone, bank, account },
    medium: wish.medium,
    email: onPaper ? null : wish.email,
    receiver: receiver ?? null,
    remark: wish.remark ?? '',
  }
}

/** An invoice by which the tax is deducted is made out to verified enterprises alone. */
export async function requireVerified(tx: AccountTx, caller: Caller, { invoiceType }: Kept) {
  if (invoiceType !== 'ENTERPRISE_SPECIAL') return
  const { ownerIdentityId } = await identitiesOf(tx, caller)
  if (caller.accountKind !== 'enterprise' || !ownerIdentityId) throw new AppError('enterprise-unverified')
}

/** As the course of an invoice tells it. */
export const toldOf = ({ title, email, receiver }: Kept) => [title, email ?? receiver].filter(Boolean).join(' · ')
