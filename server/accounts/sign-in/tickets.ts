import type { Visitor } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { isUuid, newSecret } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'
import { createChallenge, tryChallenge } from '../codes/challenges.repo.ts'

/** What a finished step hands to the next: for one person and one purpose, for some minutes, used once. */
interface NewTicket {
  platformId: string
  scene: string
  /** Whom it stands for. */
  subject: string
  ttl: number
  /** How often it may be shown, right or wrong, before it is used. */
  tries: number
}

export async function issueTicket(tx: Tx, ticket: NewTicket): Promise<string> {
  const answer = newSecret()
  return `${await createChallenge(tx, { ...ticket, answer })}.${answer}`
}

/** The ticket's own id and whom it stands for; undefined for one that is unknown, used up or too old. It stays until `endChallenge`. */
export async function lookAtTicket(
  services: Services,
  visitor: Visitor,
  scene: string,
  ticket: string,
): Promise<{ id: string; subject: string } | undefined> {
  const [id = '', answer = ''] = ticket.split('.')
  if (!isUuid(id)) return
  const found = await tryChallenge(services.db, { id, platformId: visitor.platform.id, scene, answer: answer })
  return found?.subject ? { id, subject: found.subject } : undefined
}
