import type { TrustFact } from '../../../contract/evidence/evidence.ts'
import type { Stamps } from './stamps.read.ts'

/** Seconds after which a stamp is told as failed, and costs nothing any more, though asking goes on. */
export const lateAfter = 3 * 86_400

const standard = 'RFC 3161'

/** One fact for each token of a third party, and one for what is still asked for. */
export function stampFacts({ tokens, waiting }: Stamps): TrustFact[] {
  return [
    ...tokens.map((t): TrustFact => ({
      code: 'stamped',
      status: 'proven',
      at: t.genTime.toISOString(),
      dependsOn: 'tsa',
      details: {
        standard,
        provider: t.providerName,
        authority: t.authority,
        serial: t.serial,
        statementSha256: t.statementSha256.toString('hex'),
      },
    })),
    ...waiting.map((w): TrustFact => ({
      code: 'stamped',
      status: Date.now() - w.since.getTime() > lateAfter * 1_000 ? 'failed' : 'pending',
      at: null,
      dependsOn: 'tsa',
      details: { standard, since: w.since.toISOString(), statementSha256: w.statementSha256.toString('hex') },
    })),
  ]
}
