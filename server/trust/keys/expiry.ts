import type { KeySet } from './key-set.service.ts'

/** Something that ends soon and that people have to renew. */
export interface Ending {
  what: 'tsa-key' | 'seal-key' | 'log-key' | 'ca-seal-key' | 'revocation-list'
  at: Date
}

const monthMs = 30 * 86_400_000

/** What ends within thirty days, or has ended. */
export function endingsOf({ keys, list }: Pick<KeySet, 'keys' | 'list'>, now: Date): Ending[] {
  const all: Ending[] = [
    { what: 'tsa-key', at: keys.info('tsa').signUntil },
    { what: 'seal-key', at: keys.info('seal').signUntil },
    ...(keys.has('log') ? [{ what: 'log-key' as const, at: keys.info('log').signUntil }] : []),
    ...(keys.has('ca-seal') ? [{ what: 'ca-seal-key' as const, at: keys.info('ca-seal').signUntil }] : []),
    { what: 'revocation-list', at: list.next },
  ]
  return all.filter((e) => e.at.getTime() - now.getTime() < monthMs)
}
