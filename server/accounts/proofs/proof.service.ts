import type { Caller } from '../../kit/calls/caller.ts'
import { badFields } from '../../kit/errors.ts'
import { passwordMatches } from '../../kit/secrets/passwords.ts'
import type { Services } from '../../kit/services.ts'
import { requireCode, type Scene } from '../codes/codes.service.ts'
import { readPerson } from '../people.repo.ts'
import { countTry } from '../sign-in/tries.service.ts'
import { recordRefusedProof } from './refused-proofs.ts'

export interface GivenProof {
  password?: string | undefined
  codeId?: string | undefined
  code?: string | undefined
}

export const proving = (caller: Caller): Scene => ({ words: 'prove', of: caller.personId })

/** The password of whoever is signed in. Guessing is slow for each person, however many sessions guess, and theirs use up no other's tries. */
export async function requirePassword(
  services: Services,
  caller: Caller,
  password: string | undefined,
  path = 'password',
) {
  if (!password) throw badFields({ path, key: 'required' })
  const { takeBack } = await countTry(services, caller, 'ownPassword', caller)
  const { passwordPhc } = await readPerson(services.db.system, caller.personId)
  if (await passwordMatches(password, passwordPhc)) return takeBack()
  await recordRefusedProof(services, caller, caller.personId, 'password.refused')
  throw badFields({ path, key: 'passwordWrong' })
}

/** That the person is there: a session that was stolen or left open is not enough for what would lock its owner out. */
export async function requireProof(services: Services, caller: Caller, { password, codeId, code }: GivenProof) {
  if (code) await requireCode(services, caller, proving(caller), caller.phone, { codeId, code })
  else await requirePassword(services, caller, password)
}
