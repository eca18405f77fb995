import type { PairWords } from '../../evidence/kinds/certificate-part.types.ts'
import type { Pair } from '../../kit/paper/pair.ts'
import { say, type Language } from '../../kit/words.ts'

export interface Words extends PairWords {
  clock: (source: string) => Pair
}

const otherThan = (language: Language): Language => (language === 'en' ? 'zh-CN' : 'en')

export function wordsFor(language: Language): Words {
  const both = (speak: (l: Language) => string): Pair => [speak(language), speak(otherThan(language))]
  return {
    pair: (key, params) => both((l) => say(l, 'proof', `certificate.${key}`, params)),
    clock: (source) => {
      const [kind = '', name = ''] = source.split(/:(.*)/s)
      return both((l) => orElse(say(l, 'proof', `clock.${kind}`, { name }), `clock.${kind}`, source))
    },
    capture: (key, params) => both((l) => orElse(say(l, 'captures', key, params), key, key.split('.').at(-1) ?? key)),
  }
}

/** i18next gives the key back when it has no words; the bare code is the honest print then. */
const orElse = (found: string, key: string, code: string) => (found === key ? code : found)

export function byteSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const step = Math.min(units.length - 1, bytes ? Math.floor(Math.log2(bytes) / 10) : 0)
  const value = bytes / 1024 ** step
  return `${step && value < 100 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}
