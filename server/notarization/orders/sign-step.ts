import type { PaperSignature } from '../../../proof/paper/statement.ts'
import type { OrderStep } from '../../../contract/notarization/order-kinds.ts'
import type { SignatureBody } from '../../../contract/notarization/step-body.ts'
import { requireProof } from '../../accounts/proofs/proof.service.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError, badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { mayTake, type Viewer } from '../rules/may-take.ts'
import type { OrderRecord } from './orders.repo.ts'
import { stepOf } from '../rules/orders.types.ts'

/**
 * Makes sure of whoever signs a step: that they read and mean it, and that it is them and not only their session (Electronic Signature Law 13).
 * Undefined where the step asks for no signature, or could not be taken by them now anyway.
 */
export async function signedBy(
  services: Services,
  caller: Caller,
  { viewer, order, name }: { viewer: Viewer; order: OrderRecord; name: OrderStep },
  given: SignatureBody | undefined,
): Promise<PaperSignature | undefined> {
  const step = stepOf(order, name)
  if (!step?.inputs?.includes('signature') || !mayTake(viewer, step) || !step.from.includes(order.state))
    return undefined
  if (!given) throw badFields({ path: 'signature', key: 'required' })
  if (!given.agreed) throw badFields({ path: 'signature.agreed', key: 'agreeFirst' })
  await requireProof(services, caller, given).catch((error: unknown) => {
    throw error instanceof AppError ? within('signature', error) : error
  })
  return {
    name: caller.personName,
    proof: given.code ? 'code' : 'password',
    at: new Date().toISOString(),
    strokes: given.strokes,
  }
}

/** The same refusal, of fields that lie in this one. */
const within = (path: string, { code, params, fields, shown }: AppError) =>
  new AppError(
    code,
    params,
    fields.map((field) => ({ ...field, path: `${path}.${field.path}` })),
    shown,
  )
