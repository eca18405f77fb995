import { recordAct } from '../../kit/audit/audit.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { markProven } from '../sign-in/sessions.repo.ts'
import { requireProof } from './proof.service.ts'
import type { GivenStrongProof } from './strong-proof.service.ts'
import { hasTotp, requireTotp } from './totp.service.ts'

/** That whoever has the session is there: by the authenticator where they have one, else by password or a code to their phone. */
export async function proveAgain(services: Services, caller: Caller, { totp, ...proof }: GivenStrongProof) {
  if (await hasTotp(services, caller.personId)) {
    if (!totp) throw badFields({ path: 'totp', key: 'required' })
    await requireTotp(services, caller, caller.personId, totp)
  } else await requireProof(services, caller, proof)
  await services.db.asSystem(async (tx) => {
    await markProven(tx, caller.sessionHash)
    await recordAct(tx, caller, { action: 'session.proven', subjectKind: 'person', subjectId: caller.personId })
  })
}
