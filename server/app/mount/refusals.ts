import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../../contract/kit/errors.ts'
import { originOf } from '../../kit/calls/origin.ts'
import { asRoute } from '../../kit/log.ts'
import { countRepeats } from '../../kit/log-repeats.ts'
import { personOf } from './authenticate.ts'

/** What people meet who try doors: rights that they lack, accounts of others, pages of other sites, more than may be asked. */
const watched = [
  'forbidden',
  'account-not-yours',
  'origin-refused',
  'unknown-host',
  'two-hosts',
  'too-frequent',
] as const satisfies ErrorCode[]

/** Counts refusals that may be an attack, and writes who met one where: twenty of a kind a minute, and of the rest how many they were. */
export function watchRefusals() {
  const counts = new Map<ErrorCode, number>(watched.map((code) => [code, 0]))
  const isToBeWritten = countRepeats()
  return {
    /** Of each kind, so far. */
    counts: (): readonly (readonly [ErrorCode, number])[] => [...counts],
    note(code: ErrorCode, request: FastifyRequest) {
      const before = counts.get(code)
      if (before === undefined) return
      counts.set(code, before + 1)
      const { log } = request
      if (isToBeWritten(code, (repeated) => log.warn({ refused: code, repeated }, 'refused')))
        log.warn(
          { refused: code, ...asRoute(request), origin: originOf(request.ip), person: personOf(request) },
          'refused',
        )
    },
  }
}

/** Of this process. */
export const refusals = watchRefusals()
