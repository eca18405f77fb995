import type { PaperRow, TwoTexts } from '../../../proof/paper/statement.ts'
import { say } from '../../kit/words.ts'

/** Words of papers, in both languages. */
export const both = (key: string, params?: Record<string, unknown>): TwoTexts => [
  say('zh-CN', 'notarization', key, params),
  say('en', 'notarization', key, params),
]

export const row = (key: string, text: string, params?: Record<string, unknown>): PaperRow => ({
  label: both(key, params),
  text,
})

/** Who somebody is, and whether their name was verified. */
export const ownerText = (name: string, isVerified: boolean) =>
  `${name}（${say('zh-CN', 'notarization', `applicant.${isVerified ? 'verified' : 'unverified'}`)}）`
