import type { Fact, VerificationReport } from '../../proof/report.ts'
import { say, type Language } from '../kit/words.ts'

export const exitCodes = { valid: 0, invalid: 1, incomplete: 2 } as const

export const plain = (language: Language, key: string, params: Record<string, unknown> = {}) => say(language, 'proof', key, params)

const marks = { proven: '[+]', failed: '[x]', unavailable: '[ ]' } as const

/** Names, paths and reasons come from the file under verification: nothing in them may steer a terminal. */
const harmless = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

/** The report in plain words: each fact with what it rests on, then the verdict. */
export function describeReport(language: Language, report: VerificationReport): string {
  const root = report.facts.find((f) => f.code === 'root-compared')
  const lines = report.facts.flatMap((fact) => describeFact(language, fact))
  const fingerprint = root?.detail['fingerprint']
  if (fingerprint) lines.push('', plain(language, 'cli.fingerprint', { fingerprint }))
  if (root?.status === 'unavailable') lines.push(plain(language, 'cli.compare'))
  return [...lines, '', `==> ${plain(language, `verdict.${report.verdict}`)}`].map(harmless).join('\n')
}

function describeFact(language: Language, { code, status, dependsOn, time, detail }: Fact): string[] {
  const head = `${marks[status]} ${plain(language, `fact.${code}`)}`
  const rest = [
    status === 'proven' ? plain(language, `dependsOn.${dependsOn}`) : plain(language, `status.${status}`),
    time,
    detail['number'] && plain(language, 'cli.number', detail),
    detail['serial'] && plain(language, 'cli.serial', detail),
    (code === 'third-party-stamped' || code === 'seal-recognised') && detail['authority'] && plain(language, 'cli.authority', detail),
    status === 'unavailable' && detail['root'] && plain(language, 'cli.rootNotGiven'),
    detail['root'] === 'package' && plain(language, 'cli.rootOfPackage', detail),
    detail['clock'] === 'os-unverified' && plain(language, 'cli.clockUnverified'),
    status === 'failed' && detail['reason'] && plain(language, `reason.${detail['reason']}`, detail),
  ]
  return [head, `      ${rest.filter(Boolean).join(' · ')}`]
}
