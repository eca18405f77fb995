import { z } from 'zod'
import { defineCall } from '../kit/call.ts'
import { addressOf } from '../kit/typed/clean.ts'
import {
  EvidenceName,
  Id,
  Labels,
  PreservationNumber,
  Sha256,
  ShortText,
  wireBool,
  wireInt,
  wireList,
} from '../kit/fields.ts'
import { EvidenceFind, EvidenceList, EvidenceStatus } from '../evidence/evidence.ts'
import { Quoted } from '../payments/prices.ts'
import { webCapturePaths } from './web-paths.ts'

export const maxUrlLength = 2048
export const maxUrlsAtOnce = 50
export const maxDelaySeconds = 30

const Url = z.string().overwrite(addressOf).min(1).max(maxUrlLength)

/** A request to capture web pages: one evidence a URL. */
export const StartWebCaptures = z.object({
  urls: wireList(Url, maxUrlsAtOnce).pipe(z.array(z.string()).min(1)),
  evidenceName: EvidenceName(80).default(''),
  labels: Labels.default([]),
  remark: ShortText(500).default(''),
  device: z.enum(['PC', 'MOBILE']).default('PC'),
  scroll: wireBool.default(true),
  delaySeconds: wireInt(0, maxDelaySeconds).default(0),
  /** 1 keeps what was captured at once, 2 waits until it was looked at and confirmed. */
  mode: wireInt(1, 2).default(1),
  /** Repeating a request with the same id answers with the first result. */
  unique_id: z.string().min(8).max(255).optional(),
  quoted: Quoted,
})
export type StartWebCaptures = z.output<typeof StartWebCaptures>

/** The same of one URL or several. */
const AskWebCaptures = StartWebCaptures.extend({
  url: Url.optional(),
  urls: wireList(Url, maxUrlsAtOnce).default([]),
})
  .refine((asked) => asked.url !== undefined || asked.urls.length > 0, { path: ['urls'], error: 'required' })
  .check(({ value: { url, urls }, issues }) => {
    const maximum = maxUrlsAtOnce - 1
    if (url !== undefined && urls.length > maximum)
      issues.push({ code: 'too_big', origin: 'array', maximum, inclusive: true, path: ['urls'], input: urls })
  })

/** How long a two-stage capture waits for its owner. */
export const confirmHours = 24
/** A failed capture may be tried again this often. */
export const maxRetries = 3

const Started = z.object({ list: z.array(z.object({ no: PreservationNumber, id: Id, url: z.string() })) })
const Changed = z.object({ list: z.array(z.object({ no: PreservationNumber, status: EvidenceStatus })) })
const Numbers = z.object({ ids: wireList(Id, 100).pipe(z.array(Id).min(1)) })

const start = { right: 'captures.start', rate: 'write', idempotent: false } as const

/** Paths with the frozen legacy spelling `attestaion`. */
export const webCaptureCalls = {
  start: defineCall({
    method: 'POST',
    path: webCapturePaths.start,
    stamps: true,
    body: AskWebCaptures,
    reply: Started,
    ...start,
  }),
  list: defineCall({
    method: 'POST',
    path: webCapturePaths.list,
    body: EvidenceFind,
    reply: EvidenceList,
    right: 'evidence.read',
    rate: 'read',
    idempotent: true,
  }),
  retry: defineCall({
    method: 'POST',
    path: 'attestaion/urlRetry',
    stamps: true,
    /** One by its number, or several by their ids. */
    body: z
      .object({ no: PreservationNumber.optional(), ids: wireList(Id, 100).default([]) })
      .refine((asked) => asked.no !== undefined || asked.ids.length > 0, { path: ['ids'], error: 'required' }),
    reply: Changed,
    ...start,
  }),
  /** Accepts a two-stage capture: exactly the bytes whose statement was shown, or nothing. */
  confirm: defineCall({
    method: 'POST',
    path: 'attestaion/url/confirm',
    body: z.object({ no: PreservationNumber, statementSha256: Sha256.optional() }),
    reply: z.object({ status: EvidenceStatus }),
    right: 'captures.start',
    rate: 'write',
    idempotent: true,
  }),
  /** The whole page in one small picture, to look at before confirming. */
  preview: defineCall({
    method: 'POST',
    path: 'attestaion/url/img',
    body: z.object({ no: PreservationNumber }),
    reply: z.object({ imgUrl: z.string() }),
    right: 'evidence.read',
    rate: 'read',
    idempotent: true,
  }),
  cancel: defineCall({
    method: 'POST',
    path: 'attestaion/url/cancel',
    own: true,
    body: Numbers,
    reply: Changed,
    ...start,
  }),
}
