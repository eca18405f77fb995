import type { Message } from '../../kit/notify/messages.ts'

/** A message on its way out, whole. Its id is the row's: a repeat carries the same. */
export type Letter = Pick<Message, 'recipient' | 'template' | 'params' | 'lang' | 'subject' | 'text'> & { id: string }

/**
 * What became of an attempt. `refused` cannot get better; `later` certainly did not arrive; of `unanswered` nobody knows: the
 * vendor may have it.
 */
export type Outcome =
  | { kind: 'sent'; vendorId: string | undefined }
  | { kind: 'refused' | 'unanswered'; error: string }
  | { kind: 'later'; error: string; afterSeconds?: number }

/** One vendor. Never throws for what the vendor or the way to it does. */
export interface Carrier {
  deliver(letter: Letter): Promise<Outcome>
  close(): void
}

/** A vendor's code and words for the operator, without what the message says and to whom. */
export function wordsOf(code: string, message: string, { recipient, params, text }: Letter): string {
  const hidden = [recipient, text, ...Object.values(params)].filter((v) => v.length >= 4)
  const clean = hidden.reduce((words, v) => words.replaceAll(v, '…').replaceAll(encodeURIComponent(v), '…'), message)
  return `${code}: ${clean}`.replace(/\s+/g, ' ').slice(0, 300)
}

/** Errors of the way to the vendor that come before anything was handed over. */
const before = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']

/** What an attempt without an answer means; of the error only its code is told, its words may quote the request. */
export function outcomeOfFailure(error: unknown, kind: string): Outcome {
  const codes = [error, (error as { cause?: unknown })?.cause]
    .map((e) => (e as { code?: unknown })?.code)
    .filter((c) => typeof c === 'string')
  const text = String((error as Error)?.message)
  const code = before.find((c) => codes.includes(c) || text.includes(c))
  return code
    ? { kind: 'later', error: `${code}: ${kind}` }
    : { kind: 'unanswered', error: `${codes[0] || 'no-answer'}: ${kind}` }
}
