import { recordAct } from '../../kit/audit/audit.ts'
import type { Database, Tx } from '../../kit/db/db.ts'
import type { ErrorLog } from '../../kit/work/domain.ts'
import { runEvery, type Stoppable } from '../../kit/work/intervals.ts'
import type { Services } from '../../kit/services.ts'
import { defaultPlatform } from '../../platform/platform.service.ts'
import { adapterOf } from './adapters.ts'
import { anchorSettings } from './anchors.settings.ts'
import { nameChain } from './anchors.repo.ts'
import { findAnchor } from './anchors.read.ts'
import { nextCheckpoint } from './checkpoint-to-anchor.ts'
import { advanceAnchors, type AnchorChain } from './advance-anchors.ts'

const lookEvery = 1_000

/** Writes the log's checkpoints to chains until it is stopped: each chain by itself, several processes one after another. `prove` is told of each anchor that came to hold, or holds no more. */
export async function startAnchors(
  { db, config }: Pick<Services, 'db' | 'config'>,
  log: ErrorLog,
  prove: AnchorChain['whenHeld'],
): Promise<Stoppable> {
  const anchors = anchorSettings.of(config)
  const whenOrphaned: AnchorChain['whenOrphaned'] = async (tx, id) => {
    await tellOrphaned(db, tx, id)
    await prove(tx, id)
  }
  const chains = (anchors?.chains ?? []).map((settings): AnchorChain => ({
    db,
    settings,
    source: nextCheckpoint(db),
    whenHeld: prove,
    whenOrphaned,
    every: anchors!.everySeconds,
    adapter: adapterOf(settings, config.allowPrivate),
    onError: (err) => log.error({ err, chain: settings.id }, 'anchor'),
  }))
  for (const { settings } of chains) await nameChain(db, settings)
  const looks = chains.map((chain) => runEvery(lookEvery, () => advanceAnchors(chain), chain.onError))
  return { stop: async () => void (await Promise.all(looks.map((look) => look.stop()))) }
}

/** What a chain took back is an act like any other: chained, and logged. */
async function tellOrphaned(db: Database, tx: Tx, id: string) {
  const [platform, anchor] = [await defaultPlatform(db), await findAnchor(tx, id)]
  if (!platform || !anchor) return
  await recordAct(
    tx,
    { system: true, platform, accountId: null },
    {
      action: 'anchor.orphaned',
      subjectKind: 'anchor',
      subjectId: id,
      details: { chain: anchor.name, size: anchor.size, height: anchor.height },
    },
  )
}
