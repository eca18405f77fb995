import { randomBytes } from 'node:crypto'
import type { ProviderState, StampOverview, StampProvider, StampTrial } from '../../contract/operator/timestamps.ts'
import { breakersOf } from '../evidence/stamps/breakers.read.ts'
import { backlogOf, speedsOf } from '../evidence/stamps/stamps.read.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { timestampSettings, type TimestampProvider } from '../trust/stamps/timestamps.settings.ts'
import { type Language, say } from '../kit/words.ts'
import { askStamp } from '../trust/stamps/ask-authority.service.ts'
import { StampRefused } from '../trust/stamps/stamp-refused.types.ts'

type Breaker = Awaited<ReturnType<typeof breakersOf>>[number]

/** Why a token did not come or was not taken, in words; what its proof lacks is told as verifiers tell it. */
const wordsOf = (lang: Language, code: string, detail: string) =>
  code === 'not-verified'
    ? say(lang, 'proof', `reason.${detail}`)
    : say(lang, 'operator', `timestamps.error.${code}`, { detail })

export async function overview({ config, db }: Services, { platform, lang }: Caller): Promise<StampOverview> {
  const { wanted, providers } = timestampSettings.of(config) ?? { wanted: 0, providers: [] }
  const ids = providers.map((p) => p.id)
  const [backlog, breakers, speeds] = [
    await backlogOf(db.system, platform.id),
    ids.length ? await breakersOf(db.system, ids) : [],
    await speedsOf(db.system, ids),
  ]
  return {
    wanted,
    waiting: backlog.waiting,
    oldest: Math.round(backlog.oldest),
    alarmed: backlog.alarmed,
    providers: providers.map((p) =>
      shown(
        lang,
        p,
        breakers.find((b) => b.id === p.id),
        speeds.get(p.id) ?? { median: null, today: 0 },
      ),
    ),
  }
}

function shown(
  lang: Language,
  { id, name, url }: TimestampProvider,
  b: Breaker | undefined,
  { median, today }: { median: number | null; today: number },
): StampProvider {
  return {
    id,
    name,
    url,
    providerState: stateOf(b),
    restsUntil: b?.isOpen ? b.openUntil!.toISOString() : null,
    lastGoodAt: b?.lastGoodAt?.toISOString() ?? null,
    lastError: b?.lastError ? wordsOf(lang, b.lastError, b.lastErrorDetail) : null,
    lastErrorAt: b?.lastErrorAt?.toISOString() ?? null,
    median: median === null ? null : Math.round(median),
    today,
  }
}

function stateOf(b: Breaker | undefined): ProviderState {
  if (!b || (!b.lastGoodAt && !b.lastErrorAt)) return 'untried'
  return b.isOpen ? 'resting' : b.failures ? 'failing' : 'good'
}

export async function trial({ config }: Services, { lang }: Caller, id: string): Promise<StampTrial> {
  const provider = timestampSettings.of(config)?.providers.find((p) => p.id === id)
  if (!provider) throw new AppError('not-found')
  try {
    const { stamp, milliseconds } = await askStamp(provider, randomBytes(32), config.allowPrivate)
    return {
      good: true,
      error: null,
      authority: stamp.authority,
      serial: stamp.serial,
      time: stamp.genTime.toISOString(),
      milliseconds,
    }
  } catch (error) {
    if (!(error instanceof StampRefused)) throw error
    return {
      good: false,
      error: wordsOf(lang, error.code, error.detail),
      authority: '',
      serial: '',
      time: null,
      milliseconds: 0,
    }
  }
}
