import type { PageNote } from '../web-capture.ts'
import { HeldText, squeeze } from './held-text.ts'

/** Below these, what is not there is a clock, or words that a style or a field adds. */
const LEAST_SHARE = 0.98
const LEAST_LINES = 3
/** Numbers count on by themselves. */
const LEAST_LETTERS = 3

/**
 * Lists that replace their rows hold few of them at any moment: source and MHTML are of one. `documents`: what both hold, as text; frames and
 * fields are known by the layout of that moment.
 */
export function documentNotes(words: readonly string[], documents: readonly string[]): PageNote[] {
  const held = documents.map((text) => new HeldText(text))
  const lines = words.map(squeeze).filter((line) => line.replaceAll(/[\d\p{P}\p{S}]/gu, '').length >= LEAST_LETTERS)
  const gone = lines.filter((line) => held.every((text) => text.holds(line) === false))
  const share = 1 - gone.join('').length / Math.max(1, lines.join('').length)
  const isLess = gone.length >= LEAST_LINES && share < LEAST_SHARE
  return isLess ? [{ code: 'documents-hold-less', params: { share: Math.floor(share * 100) } }] : []
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' }

/** Text of a source as a browser writes it down: whatever closes a tag stands nowhere else. */
export const textOfSource = (html: string): string =>
  html
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|nbsp);/g, (_, name: string) => NAMED[name]!)
