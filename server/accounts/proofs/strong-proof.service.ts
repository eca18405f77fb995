import type { Caller } from '../../kit/calls/caller.ts'
import { badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { requireCode, type Scene } from '../codes/codes.service.ts'
import { type GivenProof, proving, requirePassword } from './proof.service.ts'
import { requireTotp } from './totp.service.ts'

export type GivenStrongProof = GivenProof & { totp?: string | undefined }

/** That it is the person and nobody who merely learnt their password: a code to their phone, or, where that is lost, password and authenticator together. */
export async function requireStrongProof(
  services: Services,
  caller: Caller,
  { code, codeId, password, totp }: GivenStrongProof,
  scene: Scene = proving(caller),
) {
  if (code) return requireCode(services, caller, scene, caller.phone, { codeId, code })
  await requirePassword(services, caller, password)
  if (!totp) throw badFields({ path: 'totp', key: 'required' })
  await requireTotp(services, caller, caller.personId, totp)
}
