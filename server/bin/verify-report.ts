import i18next from 'i18next'
import en from '../../locales/en/proof.json' with { type: 'json' }
import zh from '../../locales/zh-CN/proof.json' with { type: 'json' }
import { detailsOf, harmless, ownRoot } from '../../proof/describe.ts'
import type { Fact, VerificationReport } from '../../proof/report.ts'

export const exitCodes = { valid: 0, invalid: 1, incomplete: 2 } as const

export type Language = 'zh-CN' | 'en'

// Its own words alone: this program is also built as one file.
const words = i18next.createInstance({
  fallbackLng: false,
  interpolation: { escapeValue: false },
  resources: { 'zh-CN': { proof: zh }, en: { proof: en } },
})
await words.init()

export const plain = (language: Language, key: string, params: Record<string, unknown> = {}) =>
  words.t(key, { ns: 'proof', lng: language, ...params })

const marks = { proven: '[+]', failed: '[x]', unavailable: '[ ]' } as const

/** The report in plain words: each fact with what it rests on, then the verdict. */
export function describeReport(language: Language, report: VerificationReport): string {
  const root = ownRoot(report)
  const lines = report.facts.flatMap((fact) => describeFact(language, fact))
  const fingerprint = root?.detail['fingerprint']
  if (fingerprint) lines.push('', plain(language, 'cli.fingerprint', { fingerprint }))
  if (root?.status === 'unavailable') lines.push(plain(language, 'cli.compare'))
  return [...lines, '', `==> ${plain(language, `verdict.${report.verdict}`)}`].map(harmless).join('\n')
}

function describeFact(language: Language, fact: Fact): string[] {
  const { code, status, dependsOn, time = '' } = fact
  const about = status === 'proven' ? plain(language, `dependsOn.${dependsOn}`) : plain(language, `status.${status}`)
  return [
    `${marks[status]} ${plain(language, `fact.${code}`)}`,
    `      ${[about, time, ...detailsOf((key, params) => plain(language, key, params), fact)].filter(Boolean).join(' · ')}`,
  ]
}
