import type { ChainMode, ChainSettings } from './anchors.settings.ts'
import type { ChainAdapter } from './adapter.ts'
import { evmAdapter } from './evm.ts'

const adapters: Record<ChainMode, (settings: ChainSettings, allowPrivate: readonly string[]) => ChainAdapter> = {
  evm: evmAdapter,
}

export const adapterOf = (settings: ChainSettings, allowPrivate: readonly string[]): ChainAdapter =>
  adapters[settings.mode](settings, allowPrivate)
