import { every, type Runs } from '../../kit/every.ts'
import type { Services } from '../../kit/services.ts'
import { adapterOf } from './adapters.ts'
import { nameChain } from './anchors.repo.ts'
import { nextCheckpoint } from './checkpoint-to-anchor.ts'
import { lookAfter, type Tended } from './look-after.ts'

const lookEvery = 1_000

interface Log {
  error(about: object, text: string): void
}

/** Writes the log's checkpoints to chains until it is stopped: each chain by itself, several processes one after another. */
export async function startAnchors({ db, config }: Pick<Services, 'db' | 'config'>, log: Log, whenHeld: Tended['whenHeld']): Promise<Runs> {
  const { anchors, allowPrivate } = config
  const chains = (anchors?.chains ?? []).map((settings): Tended => ({
    db, settings, source: nextCheckpoint(db), whenHeld, every: anchors!.everySeconds, adapter: adapterOf(settings, allowPrivate), onError: (err) => log.error({ err, chain: settings.id }, 'anchor'),
  }))
  for (const { settings } of chains) await nameChain(db, settings)
  const looks = chains.map((chain) => every(lookEvery, () => lookAfter(chain), chain.onError))
  return { stop: async () => void (await Promise.all(looks.map((look) => look.stop()))) }
}
