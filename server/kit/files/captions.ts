/*
 * Captions as WebVTT or SubRip. What is kept is written anew from the times and words that were read: styles, notes, regions, places and
 * markup stay behind, so that nothing of a file reaches a reader but text.
 */

/** Words stand under `field.` in errors.json. */
export interface CaptionsProblem {
  key: `captions${string}`
  params?: { line: number } | { most: number } | { line: number; most: number }
}

interface Cue {
  start: number
  end: number
  text: string
}

const [mostCues, mostCharacters] = [5_000, 500]
/** Hours, minutes, seconds and thousandths; SubRip has a comma before these. */
const clock = /(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})/.source
const timing = new RegExp(`^\\s*${clock}\\s+-->\\s+${clock}(?:\\s.*)?$`)
const arrow = '-->'
const asides = /^(?:NOTE|STYLE|REGION)(?:\s|$)/

class Refusal extends Error {
  readonly problem: CaptionsProblem
  constructor(problem: CaptionsProblem) {
    super(problem.key)
    this.problem = problem
  }
}

/** What is kept, as WebVTT; or why nothing is. */
export function readCaptions(bytes: Uint8Array): Buffer | CaptionsProblem {
  const text = textOf(bytes)
  if (text === undefined) return { key: 'captionsKind' }
  const lines = text.split(/\r\n|\r|\n/)
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0]!)
  if (!isVtt && !text.includes(arrow)) return { key: 'captionsKind' }
  try {
    const cues = cuesOf(lines, isVtt)
    return cues.length ? Buffer.from(`WEBVTT\n\n${cues.map(writeCue).join('\n')}`) : { key: 'captionsNone' }
  } catch (error) {
    if (error instanceof Refusal) return error.problem
    throw error
  }
}

/** Undefined of what is no text in UTF-8; a byte order mark is none of it. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /[^\P{Cc}\t\n\r]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

function cuesOf(lines: readonly string[], isVtt: boolean): Cue[] {
  const cues: Cue[] = []
  // What stands beneath the first line of WebVTT belongs to it.
  for (let at = isVtt ? blankFrom(lines, 0) : 0; at < lines.length; at++) {
    if (!lines[at]!.trim()) continue
    const end = blankFrom(lines, at)
    if (!isVtt || !asides.test(lines[at]!)) {
      if (cues.length === mostCues) throw new Refusal({ key: 'captionsMany', params: { most: mostCues } })
      cues.push(cueAt(lines, at, end, cues.at(-1)))
    }
    at = end
  }
  return cues
}

function blankFrom(lines: readonly string[], from: number): number {
  let at = from
  while (lines[at]?.trim()) at++
  return at
}

/** A name or a number may stand before the times. */
function cueAt(lines: readonly string[], from: number, to: number, before: Cue | undefined): Cue {
  const at = lines[from]!.includes(arrow) || from + 1 === to ? from : from + 1
  const refuse = (key: CaptionsProblem['key']) => new Refusal({ key, params: { line: at + 1 } })
  const times = timing.exec(lines[at]!)
  if (!times) throw refuse('captionsTime')
  const [start, end] = [milliseconds(times.slice(1, 5)), milliseconds(times.slice(5, 9))]
  if (end <= start) throw refuse('captionsEnd')
  if (before && start < before.start) throw refuse('captionsOrder')
  const said = lines.slice(at + 1, to)
  if (said.join('\n').length > mostCharacters)
    throw new Refusal({ key: 'captionsLong', params: { line: at + 2, most: mostCharacters } })
  const text = said.map(plain).filter(Boolean).join('\n')
  if (!text) throw refuse('captionsText')
  return { start, end, text }
}

const milliseconds = ([hours = '0', minutes, seconds, thousandths]: string[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(thousandths)

const entities = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ', lrm: '', rlm: '' } as const

/** Without voices, classes, fonts and places, and with signs for what they name. */
const plain = (line: string) =>
  line
    .replaceAll(/<\/?[\p{L}\d][^<>]*>|<\/?>|\{\\[^{}]*\}/gu, '')
    .replaceAll(/&(lt|gt|amp|quot|nbsp|lrm|rlm);/g, (_, name: keyof typeof entities) => entities[name])
    .replaceAll(/\s+/g, ' ')
    .trim()

const two = (n: number) => String(n).padStart(2, '0')
function writeTime(at: number): string {
  const seconds = Math.floor(at / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}.${String(at % 1000).padStart(3, '0')}`
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const writeCue = ({ start, end, text }: Cue) => `${writeTime(start)} ${arrow} ${writeTime(end)}\n${escaped(text)}\n`
