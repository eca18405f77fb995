import type { z } from 'zod'
import type { RegisterBody, ResetBody } from '../../../contract/accounts/session.ts'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import type { Visitor } from '../../kit/calls/caller.ts'
import { guessable } from '../../kit/secrets/guessable.ts'
import type { Services } from '../../kit/services.ts'
import { judgeAgreement } from '../../platform/legal/legal.service.ts'
import { codeBeside } from '../codes/codes.service.ts'
import { personOfCode } from '../members/invitations.repo.ts'

interface Asked {
  actor: Visitor
  problems: readonly FieldProblem[]
}

const judgePassword = ({ password, phone, name, personName }: Partial<z.output<typeof RegisterBody>>) =>
  password === undefined ? [] : guessable(password, [phone, name, personName])

/** Everything that is wrong at once, the code that was sent included: it is spent by a body alone in which nothing else is. */
export const judgeRegistration =
  (services: Services) =>
  async (body: Partial<z.output<typeof RegisterBody>>, { actor, problems }: Asked): Promise<FieldProblem[]> => {
    const { agreementVersion, inviteCode } = body
    const wrong = judgePassword(body)
    if (agreementVersion !== undefined)
      wrong.push(...(await judgeAgreement(services, actor.platform, agreementVersion)))
    if (inviteCode !== undefined && !(await personOfCode(services.db.system, actor.platform.id, inviteCode)))
      wrong.push({ path: 'inviteCode', key: 'inviteUnknown' })
    const isRight = wrong.length + problems.length === 0
    return isRight ? [] : [...wrong, ...(await codeBeside(services, actor, { words: 'register' }, body))]
  }

/** The same of another password. */
export const judgeReset =
  (services: Services) =>
  async (body: Partial<z.output<typeof ResetBody>>, { actor, problems }: Asked): Promise<FieldProblem[]> => {
    const wrong = judgePassword(body)
    const isRight = wrong.length + problems.length === 0
    return isRight ? [] : [...wrong, ...(await codeBeside(services, actor, { words: 'password' }, body))]
  }
